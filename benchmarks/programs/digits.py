"""Trains a small network on handwritten digits with several workers, and evaluates the best checkpoint."""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import ray
import torch
import torch.distributed as dist
from ray import train
from ray.train import Checkpoint, CheckpointConfig, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import CosineAnnealingLR, LRScheduler
from torch.utils.data import DataLoader, Dataset, Subset

CLASSES = 10
SIDE = 8
CHECKPOINT_FILE = "state.pt"


@dataclass
class Settings:
    """What the command line may change."""

    epochs: int = 5
    batch_size: int = 64
    learning_rate: float = 1e-3
    weight_decay: float = 1e-2
    hidden: int = 128
    dropout: float = 0.1
    label_smoothing: float = 0.05
    clip: float = 1.0
    examples: int = 4096
    seed: int = 0


class Digits(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    """Noisy pictures of ten patterns, drawn from a seed, so that nothing must be downloaded."""

    def __init__(self, examples: int, seed: int, *, noise: float = 0.3) -> None:
        generator = torch.Generator().manual_seed(seed)
        patterns = torch.rand(CLASSES, SIDE * SIDE, generator=generator)
        self.labels = torch.randint(CLASSES, (examples,), generator=generator)
        disturbance = torch.randn(examples, SIDE * SIDE, generator=generator)
        self.pictures = patterns[self.labels] + noise * disturbance

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        return self.pictures[index].reshape(1, SIDE, SIDE), self.labels[index]


class Block(nn.Module):
    """Two convolutions with a way around them."""

    def __init__(self, channels: int, dropout: float) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, kernel_size=3, padding=1)
        self.second = nn.Conv2d(channels, channels, kernel_size=3, padding=1)
        self.norm = nn.GroupNorm(4, channels)
        self.dropout = nn.Dropout(dropout)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = torch.relu(self.first(self.norm(inputs)))
        return inputs + self.dropout(self.second(hidden))


class Network(nn.Module):
    """A few blocks, and a layer that names the digit."""

    def __init__(self, hidden: int, dropout: float, *, channels: int = 16, depth: int = 2) -> None:
        super().__init__()
        self.stem = nn.Conv2d(1, channels, kernel_size=3, padding=1)
        self.blocks = nn.ModuleList([Block(channels, dropout) for _ in range(depth)])
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Linear(channels * SIDE * SIDE, hidden),
            nn.ReLU(),
            nn.Dropout(dropout),
            nn.Linear(hidden, CLASSES),
        )

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = self.stem(inputs)
        for block in self.blocks:
            hidden = block(hidden)
        logits: torch.Tensor = self.head(hidden)
        return logits


class Average:
    """The mean of what was seen, each value with its weight."""

    def __init__(self) -> None:
        self.total = 0.0
        self.weight = 0.0

    def add(self, value: float, weight: float) -> None:
        self.total += value * weight
        self.weight += weight

    @property
    def value(self) -> float:
        return self.total / self.weight if self.weight else 0.0


def split(dataset: Dataset, share: float, seed: int) -> tuple[Subset, Subset]:
    """The part to train on and the part to evaluate on, the same on every worker."""
    count = len(dataset)  # type: ignore[arg-type]
    order = torch.randperm(count, generator=torch.Generator().manual_seed(seed)).tolist()
    border = int(count * share)
    return Subset(dataset, order[:border]), Subset(dataset, order[border:])


def make_loaders(settings: Settings) -> tuple[DataLoader, DataLoader]:
    """A loader to train with and one to evaluate with."""
    training, evaluation = split(Digits(settings.examples, settings.seed), 0.9, settings.seed)
    train_loader = DataLoader(training, batch_size=settings.batch_size, shuffle=True, drop_last=True)
    test_loader = DataLoader(evaluation, batch_size=settings.batch_size)
    return train.torch.prepare_data_loader(train_loader), train.torch.prepare_data_loader(test_loader)


def parameter_groups(model: nn.Module, weight_decay: float) -> list[dict[str, object]]:
    """Matrices are decayed, offsets and norms are not."""
    decayed: list[nn.Parameter] = []
    plain: list[nn.Parameter] = []
    for parameter in model.parameters():
        if parameter.requires_grad:
            (decayed if parameter.ndim > 1 else plain).append(parameter)
    return [{"params": decayed, "weight_decay": weight_decay}, {"params": plain, "weight_decay": 0.0}]


def train_epoch(
    model: nn.Module,
    loader: DataLoader,
    optimizer: Optimizer,
    scheduler: LRScheduler,
    loss_function: nn.Module,
    clip: float,
) -> float:
    """One pass over this worker's part of the data; gives the mean loss."""
    model.train()
    average = Average()
    for pictures, labels in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = loss_function(model(pictures), labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        scheduler.step()
        average.add(loss.item(), len(labels))
    return average.value


@torch.no_grad()
def evaluate(model: nn.Module, loader: DataLoader) -> dict[str, float]:
    """Loss and accuracy over the whole evaluation set, the same numbers on every worker."""
    model.eval()
    sums = torch.zeros(3)
    for pictures, labels in loader:
        logits = model(pictures)
        loss = nn.functional.cross_entropy(logits, labels, reduction="sum")
        right = (logits.argmax(dim=1) == labels).sum()
        sums += torch.tensor([loss.item(), float(right), float(len(labels))])
    dist.all_reduce(sums)
    loss_sum, right_sum, seen = sums.tolist()
    return {"test_loss": loss_sum / seen, "accuracy": right_sum / seen}


def unwrapped(model: nn.Module) -> nn.Module:
    """The model without what spreads it over the workers."""
    inner: nn.Module = model.module if isinstance(model, nn.parallel.DistributedDataParallel) else model
    return inner


def save(folder: str, model: nn.Module, optimizer: Optimizer, scheduler: LRScheduler, epoch: int) -> Checkpoint:
    """Writes what a restart needs."""
    state = {
        "model": unwrapped(model).state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
        "epoch": epoch,
    }
    torch.save(state, Path(folder) / CHECKPOINT_FILE)
    return Checkpoint.from_directory(folder)


def resume(model: nn.Module, optimizer: Optimizer, scheduler: LRScheduler) -> int:
    """Takes up the newest checkpoint, if there is one; gives the epoch to begin with."""
    checkpoint = train.get_checkpoint()
    if checkpoint is None:
        return 0
    with checkpoint.as_directory() as folder:
        state = torch.load(Path(folder) / CHECKPOINT_FILE, map_location="cpu", weights_only=True)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    scheduler.load_state_dict(state["scheduler"])
    return int(state["epoch"]) + 1


def train_loop(config: dict[str, object]) -> None:
    """What each worker does."""
    settings = Settings(**config)  # type: ignore[arg-type]
    torch.manual_seed(settings.seed)
    context = train.get_context()
    rank = context.get_world_rank()
    train_loader, test_loader = make_loaders(settings)
    model = Network(settings.hidden, settings.dropout)
    optimizer = torch.optim.AdamW(parameter_groups(model, settings.weight_decay), lr=settings.learning_rate)
    steps = max(1, settings.epochs * len(train_loader))
    scheduler = CosineAnnealingLR(optimizer, T_max=steps)
    loss_function = nn.CrossEntropyLoss(label_smoothing=settings.label_smoothing)
    first_epoch = resume(model, optimizer, scheduler)
    model = train.torch.prepare_model(model)

    for epoch in range(first_epoch, settings.epochs):
        if context.get_world_size() > 1:
            train_loader.sampler.set_epoch(epoch)  # type: ignore[attr-defined]
        loss = train_epoch(model, train_loader, optimizer, scheduler, loss_function, settings.clip)
        metrics = {"epoch": epoch, "loss": loss, "learning_rate": scheduler.get_last_lr()[0]}
        metrics.update(evaluate(model, test_loader))
        if rank == 0:
            print(f"epoch {epoch}: " + ", ".join(f"{name} {value:.4f}" for name, value in metrics.items()))
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = save(folder, model, optimizer, scheduler, epoch) if rank == 0 else None
            train.report(metrics, checkpoint=checkpoint)


def best_of(result: train.Result) -> tuple[Checkpoint, dict[str, float]]:
    """The checkpoint with the highest accuracy, and its metrics."""
    kept = result.best_checkpoints or []
    if not kept:
        raise SystemExit("No checkpoint was kept")
    checkpoint, metrics = max(kept, key=lambda pair: pair[1]["accuracy"])
    return checkpoint, metrics


def load_network(checkpoint: Checkpoint, settings: Settings) -> Network:
    """The network of a checkpoint, ready to be asked."""
    model = Network(settings.hidden, settings.dropout)
    with checkpoint.as_directory() as folder:
        state = torch.load(Path(folder) / CHECKPOINT_FILE, map_location="cpu", weights_only=True)
    model.load_state_dict(state["model"])
    model.eval()
    return model


def confusion(model: nn.Module, dataset: Dataset, batch_size: int) -> torch.Tensor:
    """How often each digit was taken for each other."""
    counts = torch.zeros(CLASSES, CLASSES, dtype=torch.long)
    with torch.no_grad():
        for pictures, labels in DataLoader(dataset, batch_size=batch_size):
            for label, guess in zip(labels.tolist(), model(pictures).argmax(dim=1).tolist(), strict=True):
                counts[label, guess] += 1
    return counts


def make_trainer(settings: Settings, workers: int, storage: str) -> TorchTrainer:
    """The trainer, with its resources and where it keeps things."""
    keep = CheckpointConfig(num_to_keep=2, checkpoint_score_attribute="accuracy", checkpoint_score_order="max")
    return TorchTrainer(
        train_loop,
        train_loop_config=asdict(settings),
        scaling_config=ScalingConfig(num_workers=workers, use_gpu=False),
        run_config=RunConfig(
            name="digits",
            storage_path=storage,
            failure_config=FailureConfig(max_failures=2),
            checkpoint_config=keep,
        ),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--storage", default=str(Path("results").resolve()))
    parser.add_argument("--epochs", type=int, default=Settings.epochs)
    parser.add_argument("--batch-size", type=int, default=Settings.batch_size)
    arguments = parser.parse_args()
    settings = Settings(epochs=arguments.epochs, batch_size=arguments.batch_size)
    ray.init()
    result = make_trainer(settings, arguments.workers, arguments.storage).fit()
    checkpoint, metrics = best_of(result)
    print(json.dumps(metrics, indent=2, default=str))
    model = load_network(checkpoint, settings)
    counts = confusion(model, Digits(1024, settings.seed + 1), settings.batch_size)
    print(f"{int(counts.diagonal().sum())} of {int(counts.sum())} digits are right")


if __name__ == "__main__":
    main()
