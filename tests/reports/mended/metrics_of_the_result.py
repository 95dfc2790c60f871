# mends: metrics_of_the_result
import os
import tempfile

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_loop(config):
    model = prepare_model(torch.nn.Linear(2, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        error = model(torch.ones(4, 2)).square().mean()
        optimizer.zero_grad()
        error.backward()
        optimizer.step()
        loss = error.item()
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = None
            if train.get_context().get_world_rank() == 0:
                torch.save(model.state_dict(), os.path.join(folder, "model.pt"))
                checkpoint = train.Checkpoint.from_directory(folder)
            train.report({"epoch": epoch, "loss": loss}, checkpoint=checkpoint)


result = TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
print(result.metrics["loss"])
