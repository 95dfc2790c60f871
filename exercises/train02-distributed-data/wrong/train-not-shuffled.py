import numpy as np
import ray
import torch
from ray import train
from ray.train import DataConfig, ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

WEIGHTS = np.array([1.5, -2.0, 0.5, 3.0], dtype=np.float32)


def make_rows(count, seed):
    """`count` noisy points of a plane. The column `id` numbers them; the model does not see it."""
    random = np.random.default_rng(seed)
    x = random.standard_normal((count, 4), dtype=np.float32)
    y = x @ WEIGHTS + 1.0 + 0.1 * random.standard_normal(count, dtype=np.float32)
    return [{"id": i, "x": x[i], "y": y[i]} for i in range(count)]


def step(model, optimizer, x, y):
    """One optimizer step on one batch; returns the loss."""
    loss = nn.functional.mse_loss(model(x).squeeze(1), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def evaluate(model, batches):
    """The mean loss over batches that are not trained on."""
    with torch.no_grad():
        losses = [nn.functional.mse_loss(model(batch["x"]).squeeze(1), batch["y"]) for batch in batches]
    return torch.stack(losses).mean().item()


def ray_data(config, model, optimizer):
    """Part one: Ray Data divides the rows and streams them to the ranks."""
    train_shard = train.get_dataset_shard("train")
    eval_shard = train.get_dataset_shard("eval")
    for epoch in range(config["epochs"]):
        batches = train_shard.iter_torch_batches(batch_size=8)
        losses = [step(model, optimizer, batch["x"], batch["y"]) for batch in batches]
        eval_loss = evaluate(model, eval_shard.iter_torch_batches(batch_size=8))
        train.report({"part": 1, "epoch": epoch, "loss": sum(losses) / len(losses), "eval_loss": eval_loss})


def data_loader(config, model, optimizer):
    """Part two: every rank holds all rows, and a sampler says which of them are its own."""
    rows = make_rows(64, seed=2)
    x, y = np.stack([row["x"] for row in rows]), np.stack([row["y"] for row in rows])
    dataset = TensorDataset(torch.from_numpy(x), torch.from_numpy(y))
    loader = train.torch.prepare_data_loader(DataLoader(dataset, batch_size=8, shuffle=True))
    for epoch in range(config["epochs"]):
        loader.sampler.set_epoch(epoch)
        losses = [step(model, optimizer, x, y) for x, y in loader]
        train.report({"part": 2, "epoch": epoch, "loss": sum(losses) / len(losses)})


def train_loop_per_worker(config):
    torch.manual_seed(0)
    model = train.torch.prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    ray_data(config, model, optimizer)
    data_loader(config, model, optimizer)


ray.data.DataContext.get_current().enable_progress_bars = False
trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"lr": 0.05, "epochs": 3},
    datasets={
        "train": ray.data.from_items(make_rows(64, seed=0), override_num_blocks=4),
        "eval": ray.data.from_items(make_rows(16, seed=1), override_num_blocks=1),
    },
    dataset_config=DataConfig(datasets_to_split=["train"]),
    torch_config=TorchConfig(backend="gloo"),
    scaling_config=ScalingConfig(num_workers=2, use_gpu=False),
)
trainer.fit()
print("Training is over.")
