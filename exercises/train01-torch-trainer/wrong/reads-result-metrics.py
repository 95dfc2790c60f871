import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer
from torch import nn

WEIGHTS = torch.tensor([[1.5], [-2.0], [0.5], [3.0]])


def make_batch(generator):
    """32 noisy points of a plane: what the model has to find out."""
    inputs = torch.randn(32, 4, generator=generator)
    noise = 0.1 * torch.randn(32, 1, generator=generator)
    return inputs, inputs @ WEIGHTS + 1.0 + noise


def train_loop_per_worker(config):
    rank = train.get_context().get_world_rank()
    generator = torch.Generator().manual_seed(rank)  # every rank draws its own batches

    model = train.torch.prepare_model(nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])

    for epoch in range(config["epochs"]):
        total = 0.0
        for _ in range(config["batches"]):
            inputs, targets = make_batch(generator)
            loss = nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
        train.report({"loss": total / config["batches"], "epoch": epoch})


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"lr": 0.03, "epochs": 10, "batches": 10},
    torch_config=TorchConfig(backend="gloo"),
    scaling_config=ScalingConfig(num_workers=4, use_gpu=False),
)
result = trainer.fit()
print(f"Final loss: {result.metrics['loss']:.4f}")
