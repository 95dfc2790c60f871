import ray
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

FILES = ["a.parquet", "b.parquet"]


def fit(model, optimizer, batch):
    loss = model(batch["x"].unsqueeze(1)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train_loop():
    context = train.get_context()
    model = train.torch.prepare_model(torch.nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    own = ray.data.read_parquet(FILES[context.get_world_rank()])
    for batch in own.iter_torch_batches(batch_size=8):
        fit(model, optimizer, batch)
    part = ray.data.read_parquet(FILES).split(2)[context.get_world_rank()]
    for batch in part.iter_torch_batches(batch_size=8):
        fit(model, optimizer, batch)
    losses = [fit(model, optimizer, batch) for batch in train.get_dataset_shard("train").iter_torch_batches()]
    every = ray.data.read_parquet("eval.parquet")
    with torch.no_grad():
        total = sum(model(batch["x"].unsqueeze(1)).sum().item() for batch in every.iter_torch_batches())
    train.report({"loss": sum(losses), "total": total})


TorchTrainer(
    train_loop,
    datasets={"train": ray.data.read_parquet(FILES)},
    scaling_config=ScalingConfig(num_workers=2),
).fit()
