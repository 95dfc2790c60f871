"""RTL218: `train_loop_config` holds something that cannot be sent to the workers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..configuration import config_of
from ..diagnostic import Diagnostic
from ..module import Module
from ..pickling import cannot_be_sent, on_gpu
from ..rule import Rule


class ConfigCannotBeSent(Rule):
    """`train_loop_config` holds something that cannot be sent to the workers.

    ## What it does
    Looks for values in `train_loop_config`, also in lists and dicts inside of it, that belong to the process that made
    them: a lock, a file that is open for writing, a socket, a generator, the iterator of a `DataLoader`, or a tensor on
    the GPU. Functions and lambdas are fine.

    ## Why is this bad?
    The configuration is pickled and goes to the controller and to every worker. Locks and files cannot be pickled at
    all, so `fit()` raises at once. A tensor of the GPU can, but the controller has no GPU to unpickle it on, and dies.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        train.report({"total": config["weights"].sum().item()})

    TorchTrainer(
        train_loop,
        train_loop_config={"weights": torch.ones(4).cuda()},
        scaling_config=ScalingConfig(num_workers=2, use_gpu=True),
    ).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer, get_device

    def train_loop(config):
        weights = torch.tensor(config["weights"], device=get_device())
        train.report({"total": weights.sum().item()})

    TorchTrainer(
        train_loop,
        train_loop_config={"weights": [1.0, 1.0, 1.0, 1.0]},
        scaling_config=ScalingConfig(num_workers=2, use_gpu=True),
    ).fit()
    ```

    ## Since which Ray
    Every version sends the configuration this way; that it passes through the controller is new in Train V2.
    """

    code = "RTL218"
    name = "config-cannot-be-sent"
    severity = "error"
    symptoms = (
        "RuntimeError: Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False.",
        "TypeError: Could not serialize the put value, as soon as fit() is called.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            if trainer.workers is not None and 0 in trainer.workers:
                continue
            for value in _leaves(module, list((config_of(trainer) or {}).values())):
                noun = cannot_be_sent(module, value)
                if noun is not None:
                    yield self.at(
                        module,
                        value,
                        f"This is {noun}, which cannot be sent to the workers with the configuration.",
                        "Pass what it is made from, such as a path or a number, and make it inside the loop.",
                    )
                elif on_gpu(module, value):
                    yield self.at(
                        module,
                        value,
                        "This is on a GPU, and the controller that the configuration passes through has none.",
                        "Leave it on the CPU, or make it inside the loop on `ray.train.torch.get_device()`.",
                    )


def _leaves(module: Module, waiting: list[ast.expr]) -> Iterator[ast.expr]:
    """The values, and those inside of literal lists, tuples and dicts."""
    while waiting:
        value = waiting.pop()
        inner = module.value(value)
        if isinstance(inner, ast.List | ast.Tuple):
            waiting += inner.elts
        elif isinstance(inner, ast.Dict):
            waiting += inner.values
        else:
            yield value
