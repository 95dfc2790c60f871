import json
import tempfile
from pathlib import Path

import torch
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def save(folder, step, more):
    state = {"step": step}
    state.update(more)
    torch.save(state, f"{folder}/state.pt")
    torch.save({"step": step}, f"{folder}/step.pt")
    Path(folder, "meta.json").write_text(json.dumps({"name": "a run"}))


def loop(config):
    for step in range(config["steps"]):
        with tempfile.TemporaryDirectory() as folder:
            save(folder, step, config["more"])
            train.report({}, checkpoint=Checkpoint.from_directory(folder))


result = TorchTrainer(
    loop, train_loop_config={"steps": 3, "more": {"epoch": 1}}, scaling_config=ScalingConfig(num_workers=2)
).fit()
with result.checkpoint.as_directory() as directory:
    state = torch.load(Path(directory) / "state.pt", map_location="cpu", weights_only=True)
    print(state["epoch"], state["step"])
    state = torch.load(Path(directory) / "step.pt", map_location="cpu", weights_only=True)
    if "loss" in state:
        print(state["loss"])
    try:
        print(state["metrics"])
    except KeyError:
        print("an old checkpoint")
    with open(f"{directory}/meta.json") as file:
        print(json.load(file)["name"])
print(torch.load("/data/step.pt", map_location="cpu", weights_only=True)["weights"])
