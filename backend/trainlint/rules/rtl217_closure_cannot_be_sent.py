"""RTL217: the loop uses something of the script that cannot be sent to the workers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..pickling import cannot_be_sent, captured
from ..rule import Rule
from ..trainer import Trainer


class ClosureCannotBeSent(Rule):
    """The loop uses something of the script that cannot be sent to the workers.

    ## What it does
    Looks for names in the training loop, and in the functions that it uses, that mean something made outside of it: a
    lock, a file that is open for writing, a socket, a database connection, a generator, a pool, a `SummaryWriter`, or
    an object that holds such a thing. The same for what `functools.partial` binds to the loop.

    ## Why is this bad?
    Ray pickles the loop with all that it uses, to send it to the workers. These things belong to one process and
    cannot be pickled, so `fit()` raises a `TypeError` at once. `print` and the like are found by name and need no
    sending.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    log = open("losses.txt", "w")

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            log.write(f"{loss}\\n")
            train.report({"loss": loss})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        with open(f"losses-{rank}.txt", "w") as log:
            for epoch in range(3):
                loss = 1.0 / (epoch + 1)
                log.write(f"{loss}\\n")
                train.report({"loss": loss})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Every version sends the loop this way. In local mode (`num_workers=0`) nothing is sent.
    """

    code = "RTL217"
    name = "closure-cannot-be-sent"
    severity = "error"
    symptoms = (
        "TypeError: Could not serialize the put value, as soon as fit() is called.",
        "TypeError: cannot pickle '_thread.lock' object.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            if trainer.workers is not None and 0 in trainer.workers:
                continue
            names = captured(trainer.loop) if trainer.loop is not None else []
            for value in (*_bound(trainer), *names):
                noun = cannot_be_sent(module, value)
                if noun is not None:
                    yield self.at(
                        module,
                        value,
                        f"This is {noun}, which cannot be sent to the workers with the loop.",
                        "Make it inside the loop, so that each worker has its own.",
                    )


def _bound(trainer: Trainer) -> list[ast.expr]:
    """What `functools.partial` binds, or the object whose method the loop is."""
    module = trainer.module
    given = trainer.call.args[0] if trainer.call.args else trainer.argument("train_loop_per_worker")
    value = module.value(given) if given is not None else None
    if isinstance(value, ast.Call) and module.qualified(value.func) == "functools.partial":
        return [*value.args[1:], *(keyword.value for keyword in value.keywords)]
    return [value.value] if isinstance(value, ast.Attribute) else []
