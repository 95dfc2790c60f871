import json
import tempfile
from pathlib import Path

import numpy as np
import torch as t
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


class Net(t.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = t.nn.Linear(1, 1)

    def forward(self, inputs):
        return self.layer(inputs)



def loop(config):
    model = prepare_model(Net())
    optimizer = t.optim.SGD(model.parameters(), lr=config["lr"])
    losses = []
    for epoch in range(config["epochs"]):
        loss = model(t.ones(8, 1)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        mean = np.mean(losses)
        with tempfile.TemporaryDirectory() as folder:
            state = {"model": model.module.state_dict(), "mean": mean}
            t.save(state, Path(folder) / "state.pt")
            t.save({"epoch": epoch, "weights": model.module.state_dict()}, Path(folder) / "weights.pt")
            t.save(optimizer, f"{folder}/optimizer.pt")
            Path(folder, "epoch.json").write_text(json.dumps({"epoch": epoch}))
            train.report({"loss": float(mean)}, checkpoint=Checkpoint.from_directory(folder))


trainer = TorchTrainer(loop, train_loop_config={"epochs": 3, "lr": 0.1}, scaling_config=ScalingConfig(num_workers=2))
with trainer.fit().checkpoint.as_directory() as directory:
    print(t.load(Path(directory, "state.pt"), map_location="cpu")["mean"])
    print(t.load(directory + "/optimizer.pt", "cpu", weights_only=True))
    print(t.load(Path(directory, "weights.pt"), map_location="cpu", weights_only=False)["epoch"])
