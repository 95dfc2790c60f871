import json
import tempfile
from pathlib import Path

import torch
from ray import train as rt
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def save(folder, step):
    state = {"step": step}
    state["loss"] = 1.0 / (step + 1)
    torch.save(state, f"{folder}/state.pt")
    Path(folder, "meta.json").write_text(json.dumps({"name": "a run"}))


def loop(config):
    for step in range(config["steps"]):
        with tempfile.TemporaryDirectory() as folder:
            save(folder, step)
            rt.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))


result = TorchTrainer(loop, train_loop_config={"steps": 3}, scaling_config=ScalingConfig(num_workers=2)).fit()
with result.checkpoint.as_directory() as directory:
    state = torch.load(Path(directory) / "state.pt", map_location="cpu", weights_only=True)
    print(state["loss"], state["epoch"], state.get("metrics"))
    with open(f"{directory}/meta.json") as file:
        print(json.load(file)["title"])
