"""RTL141: the training loop makes a process group that Ray has made already."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..loop import TrainLoop
from ..module import Module
from ..rule import Rule
from ..spelling import removed
from ..wrapping import always_runs, loops_in_workers

_INIT = ("torch.distributed.init_process_group", "torch.distributed.distributed_c10d.init_process_group")
_DESTROY = ("torch.distributed.destroy_process_group", "torch.distributed.distributed_c10d.destroy_process_group")


class OwnProcessGroup(Rule):
    """The training loop calls `init_process_group` itself.

    ## What it does
    Looks for `torch.distributed.init_process_group` in the training loop of a `TorchTrainer`, or in a function that it
    calls. A call behind a condition, such as `if not torch.distributed.is_initialized()`, is fine.

    ## Why is this bad?
    `TorchTrainer` makes the process group before it starts the loop and takes it down afterwards. A second
    `init_process_group` raises `ValueError` on every rank. It usually comes from a script that was written for
    `torchrun`.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        torch.distributed.init_process_group("gloo")
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})
        torch.distributed.destroy_process_group()

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    Always: the group has been the trainer's since `TorchTrainer` exists. In local mode (`num_workers=0`) Ray makes
    none, so there this rule is silent.
    """

    code = "RTL141"
    name = "own-process-group"
    severity = "error"
    symptoms = (
        "The run fails with `trying to initialize the default process group twice!`.",
        "My torchrun script fails at init_process_group under Ray Train.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop in loops_in_workers(module):
            for call in loop.index.calls_to(*_INIT):
                if call in found or not always_runs(loop, call) or _looks_first(module, call):
                    continue
                found.add(call)
                yield self.at(
                    module,
                    call.func,
                    "Ray Train has made the process group already, and making it a second time raises ValueError.",
                    "Take this line out; choose the backend and the timeout with `TorchConfig` instead.",
                    _without_the_group(module, loop, call),
                )


def _looks_first(module: Module, call: ast.Call) -> bool:
    """Whether the function around `call` asks if there is a group."""
    frame = module.frame(call)
    return any(
        module.frame(other) is frame
        for other in module.index.calls_to("torch.distributed.is_initialized", *_DESTROY)
        if other.lineno < call.lineno
    )


def _without_the_group(module: Module, loop: TrainLoop, call: ast.Call) -> Fix | None:
    """The calls that make and end the group go together, or not at all."""
    edits = []
    for one in (call, *loop.index.calls_to(*_DESTROY)):
        statement = module.parent(one)
        edit = removed(module, statement) if isinstance(statement, ast.Expr) else None
        if edit is None:
            return None
        edits.append(edit)
    return Fix("Leave the process group to Ray Train", tuple(edits))
