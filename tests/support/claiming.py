"""Programs that claims are made about."""

from __future__ import annotations

from trainlint.claim import answers, read_claim

PROGRAM = """import torch
from ray import train
from ray.train import CheckpointConfig, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

def save(model):
    torch.save(model.state_dict(), "model.pt")

def loop(config):
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    save(model)
    train.report({"loss": 1.0})

def never_used():
    torch.load("model.pt", weights_only=True)

failures = FailureConfig(max_failures=2)
TorchTrainer(
    loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=4, use_gpu=False),
    run_config=RunConfig(failure_config=failures, checkpoint_config=CheckpointConfig()),
).fit()
"""


def holds(source: str, **values: object) -> bool | None:
    """The answer to one claim."""
    return answers(source, {"claim": read_claim(values)})["claim"]
