import json
import tempfile
from pathlib import Path

from ray import train
from ray.train import Checkpoint


def train_loop():
    for step in range(3):
        train.report({"step": step, "loss": 0.1})
    for epoch in range(3):
        metrics = {"epoch": epoch, "loss": 0.1, "history": [0.1, 0.2], "options": {}}
        if epoch == 2:
            metrics["val"] = 0.2
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
            train.report(metrics, checkpoint=Checkpoint.from_directory(folder))
    if train.get_context().get_world_rank() == 0:
        train.report({"loss": 0.1, "memory": 1})
    else:
        train.report({"loss": 0.1})
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "model.json").write_text(json.dumps({}))
        train.report({"test": 0.3}, checkpoint=Checkpoint.from_directory(folder))
