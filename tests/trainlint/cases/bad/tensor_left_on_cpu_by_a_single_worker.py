import numpy as np
import torch
from ray.train import ScalingConfig, report
from ray.train.torch import TorchTrainer, prepare_model
from torch import nn

ON_GPU = True


def make_batch(size):
    inputs = torch.from_numpy(np.ones((size, 4), dtype=np.float32))
    return inputs, torch.zeros(size, dtype=torch.long)


def train_loop(config):
    network = prepare_model(nn.Linear(4, 3))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for _ in range(config["steps"]):
        inputs, labels = make_batch(config["size"])
        outputs = network(inputs)
        loss = criterion(outputs.float(), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        report({"loss": loss.item()})


TorchTrainer(
    train_loop,
    train_loop_config={"steps": 3, "size": 8},
    scaling_config=ScalingConfig(num_workers=1, use_gpu=ON_GPU),
).fit()
