"""RTL305: the latest checkpoint is asked for, and no state is loaded from it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..checkpoints import GET_CHECKPOINT, REPORT, checkpoint_of
from ..diagnostic import Diagnostic
from ..epochs import trains
from ..loop import TrainLoop
from ..module import Module
from ..node_index import last_word
from ..reaching import reaching
from ..resuming import resumed_reads
from ..rule import Rule
from ..states import saved_values

_LOOKS = ("builtins.print", "builtins.bool", "builtins.str", "builtins.repr", "os.listdir")


class CheckpointNotLoaded(Rule):
    """The latest checkpoint is asked for, and no state is loaded from it.

    ## What it does
    Looks for a training loop that trains, saves checkpoints and calls `get_checkpoint()`, but only tests or prints what
    it gets, or reads the file and loads none of the state dicts in it.

    ## Why is this bad?
    A restarted run then begins with fresh weights. It looks as if it had resumed, and all the work before the failure
    is done again, or is lost without a word if the epochs do go on.

    ## Example
    ```python
    import os
    import tempfile

    import torch
    from ray import train
    from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model
    from torch import nn

    def train_loop(config):
        net = nn.Linear(1, 1)
        model = prepare_model(net)
        optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
        start = 0
        checkpoint = train.get_checkpoint()
        if checkpoint:
            with checkpoint.as_directory() as folder:
                state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
            start = state["epoch"] + 1
        for epoch in range(start, config["epochs"]):
            loss = model(torch.ones(8, 1)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with tempfile.TemporaryDirectory() as folder:
                torch.save({"model": net.state_dict(), "epoch": epoch}, os.path.join(folder, "state.pt"))
                train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(
        train_loop,
        train_loop_config={"lr": 0.01, "epochs": 5},
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
    ).fit()
    ```

    ## Use instead
    ```python
    import os
    import tempfile

    import torch
    from ray import train
    from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model
    from torch import nn

    def train_loop(config):
        net = nn.Linear(1, 1)
        model = prepare_model(net)
        optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
        start = 0
        checkpoint = train.get_checkpoint()
        if checkpoint:
            with checkpoint.as_directory() as folder:
                state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
            net.load_state_dict(state["model"])
            start = state["epoch"] + 1
        for epoch in range(start, config["epochs"]):
            loss = model(torch.ones(8, 1)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with tempfile.TemporaryDirectory() as folder:
                torch.save({"model": net.state_dict(), "epoch": epoch}, os.path.join(folder, "state.pt"))
                train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(
        train_loop,
        train_loop_config={"lr": 0.01, "epochs": 5},
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
    ).fit()
    ```

    ## Since which Ray
    Any.
    """

    code = "RTL305"
    name = "checkpoint-not-loaded"
    severity = "warning"
    symptoms = ("After a restart the loss is back where it began.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        told: set[TrainLoop] = set()
        for loop in (trainer.loop for trainer in module.trainers):
            if loop is None or loop in told:
                continue
            told.add(loop)
            asked = loop.index.calls_to(GET_CHECKPOINT)
            if not asked or not self._trains_and_saves(module, loop):
                continue
            if all(_is_only_looked_at(module, call) for call in asked):
                yield self.at(
                    module,
                    asked[0],
                    "The loop asks for its latest checkpoint and loads nothing from it: a run that is started again"
                    " begins with fresh weights.",
                    "Open it with `as_directory()`, and give the saved state to `load_state_dict`.",
                )
                continue
            reads = resumed_reads(module, loop)
            looks = any(call for call in loop.calls if "load" in last_word(call.func) and not _reads(module, call))
            if not reads or looks or any(read.escapes or read.whole for read in reads):
                continue
            if any(entry.owner is not None for entry in saved_values(module, loop.index)):
                yield self.at(
                    module,
                    reads[0].stored.call,
                    "The checkpoint is read, and none of the state dicts in it is loaded: a run that is started again"
                    " begins with fresh weights.",
                    "Give the saved state to `load_state_dict`.",
                )

    def _trains_and_saves(self, module: Module, loop: TrainLoop) -> bool:
        function = loop.function
        saves = any(checkpoint_of(report) is not None for report in loop.index.calls_to(REPORT))
        return saves and not isinstance(function, ast.Lambda) and trains(module, function.body)


def _reads(module: Module, call: ast.Call) -> bool:
    return module.qualified(call.func) in ("torch.load", "json.load", "json.loads", "pickle.load")


def _is_only_looked_at(module: Module, value: ast.expr, depth: int = 0) -> bool:
    """Whether `value` is only tested, printed, or opened without a look inside."""
    parent = module.parent(value)
    if depth > 4:
        return False
    match parent:
        case ast.Expr() | ast.If() | ast.While() | ast.Assert() | ast.Compare() | ast.FormattedValue():
            return True
        case ast.IfExp():
            return parent.test is value
        case ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call():
            return module.qualified(parent.func) in _LOOKS
        case ast.Attribute(attr="path"):
            return _is_only_looked_at(module, parent, depth + 1)
        case ast.Attribute(attr="as_directory"):
            call = module.parent(parent)
            item = module.parent(call) if call is not None else None
            if not isinstance(item, ast.withitem):
                return False
            name = item.optional_vars
            return name is None or (isinstance(name, ast.Name) and _uses_only_look(module, name, item, depth))
        case ast.Assign(targets=[ast.Name() as name]) | ast.AnnAssign(target=ast.Name() as name):
            return _uses_only_look(module, name, parent, depth)
        case ast.NamedExpr(target=name):
            return _uses_only_look(module, name, parent, depth) and _is_only_looked_at(module, parent, depth + 1)
    return False


def _uses_only_look(module: Module, name: ast.Name, binding: ast.AST, depth: int) -> bool:
    uses = [
        node
        for node in module.index.all(ast.Name)
        if node.id == name.id
        and isinstance(node.ctx, ast.Load)
        and any(bound.node is binding for bound in reaching(module, node))
    ]
    return all(_is_only_looked_at(module, use, depth + 1) for use in uses)
