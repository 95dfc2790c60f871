import json
import tempfile
from pathlib import Path

from ray import train as t
from ray.train import Checkpoint


def save(folder, epoch):
    Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
    return Checkpoint.from_directory(folder)


def with_checkpoints():
    for epoch in range(3):
        with tempfile.TemporaryDirectory() as folder:
            t.report({"epoch": epoch, "loss": 0.1}, checkpoint=save(folder, epoch))
        with tempfile.TemporaryDirectory() as folder:
            metrics = dict(epoch=epoch, accuracy=0.9)
            t.report(metrics, save(folder, epoch))


def in_branches():
    for epoch in range(3):
        if epoch == 2:
            t.report({"epoch": epoch, "test": 0.1})
        else:
            t.report({"epoch": epoch})


def on_ranks():
    if t.get_context().get_world_rank() != 0:
        t.report({"loss": 0.1, "seconds": 2.0})
    else:
        t.report({"loss": 0.1})


def nested():
    val = {"loss": 0.1}
    t.report({"loss": 0.1, "val": val, "test": dict(loss=0.1)})
