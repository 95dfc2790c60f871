import itertools

import ray.train.torch as rt
import torch
import torch.utils.data as td
from ray.train import ScalingConfig, report


class Lines(td.IterableDataset):
    """Divides its lines among the processes of one loader, and those of each rank are numbered from 0."""

    def __init__(self, path):
        self.path = path

    def __iter__(self):
        info = td.get_worker_info()
        with open(self.path) as lines:
            for line in itertools.islice(lines, info.id if info else 0, None, info.num_workers if info else 1):
                yield torch.tensor([float(line)])


def train_loop(config):
    model = rt.prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    lines = Lines(config["path"])
    loader = td.DataLoader(dataset=lines, batch_size=8, num_workers=2)
    batches = iter(loader)
    for step in range(config["steps"]):
        inputs = next(batches)
        loss = torch.nn.functional.mse_loss(model(inputs), inputs)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        report({"loss": loss.item(), "step": step})


rt.TorchTrainer(
    train_loop,
    train_loop_config={"path": "/data/lines.txt", "steps": 8},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
