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

    # TODO 2: hand the model to prepare_model, so that all ranks train one model and not one each.
    model = nn.Linear(4, 1)
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
        # TODO 3: report the loss and the epoch to Ray Train, from every rank, instead of printing them.
        print(f"rank {rank}, epoch {epoch}: loss {total / config['batches']:.4f}")


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"lr": 0.03, "epochs": 10, "batches": 10},
    torch_config=TorchConfig(backend="gloo"),
    # TODO 1: ask for four workers.
    scaling_config=ScalingConfig(num_workers=2, use_gpu=False),
)
trainer.fit()
print("Training is over.")
