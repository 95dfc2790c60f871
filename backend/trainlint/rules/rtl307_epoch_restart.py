"""RTL307: a resumed run trains epochs again, or leaves one out."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..attributes import attribute_values
from ..diagnostic import Diagnostic, Fix
from ..epochs import called_in, is_in_the_end_of, start_of, stripped, trains
from ..loop import TrainLoop
from ..module import Module
from ..reaching import reaching
from ..resuming import Reads, is_loaded, loads_from, resumed_reads
from ..rule import Rule, inserted
from ..scopes import walk
from ..states import Saved, saved_values


class EpochRestart(Rule):
    """A resumed run trains epochs again, or leaves one out.

    ## What it does
    Looks for a training loop that loads a model from the checkpoint that `get_checkpoint()` gave and then counts its
    epochs from 0 again, or from the epoch that the checkpoint was saved after.

    ## Why is this bad?
    A checkpoint that is saved at the end of epoch 3 holds a model that has been trained in it: the run goes on with
    epoch 4. With `start = state["epoch"]` each restart trains one epoch twice; from 0 it trains all of them again, with
    a learning rate that was meant for the beginning, and numbers its reports anew.

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
            net.load_state_dict(state["model"])
            start = state["epoch"]
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

    code = "RTL307"
    name = "epoch-restart"
    severity = "warning"
    symptoms = (
        "After a restart an epoch is trained twice.",
        "After a restart the epochs are counted from 0 again.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        told: set[TrainLoop] = set()
        for loop in (trainer.loop for trainer in module.trainers):
            if loop is None or loop in told or not loop.index.calls_to("ray.train.get_checkpoint"):
                continue
            told.add(loop)
            reads = resumed_reads(module, loop)
            if reads and not any(read.escapes for read in reads):
                saved = saved_values(module, loop.index)
                yield from self._off_by_one(module, loop, reads, saved)
                yield from self._from_the_beginning(module, loop, reads)

    def _off_by_one(
        self, module: Module, loop: TrainLoop, reads: list[Reads], saved: list[Saved]
    ) -> Iterator[Diagnostic]:
        for epochs in loop.index.all(ast.For):
            start = start_of(module, epochs)
            if start is None or not isinstance(epochs.target, ast.Name):
                continue
            begins = [stripped(value) for value in _values(module, start)]
            for entry in saved:
                call, value, ahead = called_in(module, entry.stored.call, entry.value, epochs)
                if not is_in_the_end_of(module, call, epochs):
                    continue
                if not isinstance(value, ast.Name) or not _is_variable_of(module, value, epochs):
                    continue
                places = [node for read in reads for node in read.keys.get(entry.key or "", ())]
                for node, offset in begins:
                    if node in places and ahead + offset != 1:
                        yield self._counted_wrong(module, node, epochs.target.id, ahead + offset)

    def _counted_wrong(self, module: Module, node: ast.expr, variable: str, offset: int) -> Diagnostic:
        if offset > 1:
            return self.at(
                module,
                node,
                f"The number was counted up before it was saved, so a resumed run leaves out a whole `{variable}`.",
                "Add 1 in one of the two places only.",
            )
        return self.at(
            module,
            node,
            f"The checkpoint was saved at the end of this `{variable}`, so a resumed run trains it a second time.",
            "Go on with the next one: add 1.",
            Fix("Go on with the next one", (inserted(module, node, " + 1", after=True),)) if offset == 0 else None,
        )

    def _from_the_beginning(self, module: Module, loop: TrainLoop, reads: list[Reads]) -> Iterator[Diagnostic]:
        if not any(loads_from(module, read) for read in reads) or loop.index.calls_named("get_metadata"):
            return
        if any(not is_loaded(module, node) for read in reads for nodes in read.keys.values() for node in nodes):
            return  # something else is read too, which may say where to go on
        reports = loop.index.calls_to("ray.train.report")
        for epochs in loop.index.all(ast.For):
            start = start_of(module, epochs)
            if not isinstance(start, ast.Constant) or start.value != 0 or not isinstance(epochs.iter, ast.Call):
                continue
            inside = {node for statement in epochs.body for node in walk(statement)}
            if not any(report in inside for report in reports) or _skips(epochs, inside):
                continue
            if _is_in_a_loop(module, epochs) or not trains(module, epochs.body):
                continue
            yield self.at(
                module,
                epochs.iter,
                "A resumed run has the model of its checkpoint and counts from 0 again, so it trains all of this a"
                " second time.",
                "Save the number of the epoch in the checkpoint, and begin with the one after it.",
            )


def _values(module: Module, start: ast.expr) -> list[ast.expr]:
    """Everything that the loop may begin with."""
    if isinstance(start, ast.Attribute):
        return attribute_values(module, start) or []
    if isinstance(start, ast.Name):
        return [value for bound in reaching(module, start) if bound.value for value in _values(module, bound.value)]
    return [start.body, start.orelse] if isinstance(start, ast.IfExp) else [start]


def _is_variable_of(module: Module, name: ast.Name, epochs: ast.For) -> bool:
    return [bound.node for bound in reaching(module, name)] == [epochs]


def _skips(epochs: ast.For, inside: set[ast.AST]) -> bool:
    """Whether the variable of the loop is compared with something, as in `if epoch < start: continue`."""
    names = {node.id for node in walk(epochs.target) if isinstance(node, ast.Name)}
    for node in inside:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            own = [side for side in sides if isinstance(side, ast.Name) and side.id in names]
            if own and any(not isinstance(side, ast.Constant) and side not in own for side in sides):
                return True
    return False


def _is_in_a_loop(module: Module, node: ast.AST) -> bool:
    parent = module.parent(node)
    while parent is not None and not isinstance(parent, ast.FunctionDef):
        if isinstance(parent, ast.For | ast.While):
            return True
        parent = module.parent(parent)
    return False
