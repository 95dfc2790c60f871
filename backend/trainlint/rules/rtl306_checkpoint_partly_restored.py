"""RTL306: what a checkpoint holds beside the model is not taken back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..loop import TrainLoop
from ..module import Module
from ..resuming import Reads, loads_from, resumed_reads
from ..rule import Rule, inserted
from ..states import Saved, saved_values

_OPTIMIZERS = "torch.optim."


class CheckpointPartlyRestored(Rule):
    """A checkpoint holds the state of the optimizer or of another part, and resuming leaves it there.

    ## What it does
    Looks for a training loop that loads the model from the checkpoint that `get_checkpoint()` gave, but not the state
    dicts that the same loop saves beside it: of the optimizer, the scheduler, the scaler.

    ## Why is this bad?
    After a restart the model goes on and the rest begins anew. An optimizer without its momentum and a learning rate
    back at its start make the loss jump, and a run with a failure ends elsewhere than one without. Nothing fails.

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
        optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])
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
                state = {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
                torch.save(state, os.path.join(folder, "state.pt"))
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
        optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])
        start = 0
        checkpoint = train.get_checkpoint()
        if checkpoint:
            with checkpoint.as_directory() as folder:
                state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
            net.load_state_dict(state["model"])
            optimizer.load_state_dict(state["optimizer"])
            start = state["epoch"] + 1
        for epoch in range(start, config["epochs"]):
            loss = model(torch.ones(8, 1)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with tempfile.TemporaryDirectory() as folder:
                state = {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
                torch.save(state, os.path.join(folder, "state.pt"))
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

    code = "RTL306"
    name = "checkpoint-partly-restored"
    severity = "warning"
    symptoms = (
        "The loss jumps after a restart.",
        "A run that was resumed ends with another loss than one that was not.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        told: set[ast.AST] = set()
        for loop in (trainer.loop for trainer in module.trainers):
            if loop is None or not loop.index.calls_to("ray.train.get_checkpoint"):
                continue
            for found in self._in_loop(module, loop):
                if found[0] not in told:
                    told.add(found[0])
                    yield found[1]

    def _in_loop(self, module: Module, loop: TrainLoop) -> Iterator[tuple[ast.AST, Diagnostic]]:
        reads = resumed_reads(module, loop)
        saved = saved_values(module, loop.index)
        if not reads or not saved or any(read.escapes or read.stored.place.rest is None for read in reads):
            return
        loaded = [node for read in reads for node in loads_from(module, read)]
        if not loaded:
            return
        files = {read.stored.place.rest for read in reads}
        missing: list[Saved] = []
        for entry in saved:
            if entry.owner is None or _is_read(entry, reads):
                continue
            if entry.key is not None and entry.stored.place.rest not in files:
                continue
            same = [other for other in saved if other.stored.place.rest == entry.stored.place.rest]
            if entry.stored.place.rest and all(other.stored is entry.stored for other in same):
                missing.append(entry)
        if not missing:
            return
        names = " and ".join(f"`{ast.unparse(entry.owner)}`" for entry in missing if entry.owner is not None)
        read = next((read for read in reads if loads_from(module, read)), reads[0])
        call = read.stored.call
        yield (
            call,
            self.at(
                module,
                call,
                f"The checkpoint also holds the state of {names}, which is not taken back when the run is resumed.",
                f"Load it too: `{ast.unparse(missing[0].owner or missing[0].value)}.load_state_dict(...)`.",
                _fix(module, read, missing),
            ),
        )


def _is_read(entry: Saved, reads: list[Reads]) -> bool:
    same = [read for read in reads if read.stored.place.rest == entry.stored.place.rest]
    return any(entry.key in read.keys if entry.key is not None else True for read in same)


def _fix(module: Module, read: Reads, missing: list[Saved]) -> Fix | None:
    """The loads that are missing, after the last one there is; where every owner is an optimizer of the same
    function that exists by then."""
    last = max(loads_from(module, read), key=lambda call: call.lineno, default=None)
    statement = module.parent(last) if last is not None else None
    if last is None or not isinstance(statement, ast.Expr) or not read.keys:
        return None
    taken = last.args[0] if last.args else None
    if not isinstance(taken, ast.Subscript) or not isinstance(taken.value, ast.Name):
        return None
    frame = module.frame(last)
    lines: list[str] = []
    for entry in missing:
        owner = entry.owner
        binding = module.binding(owner) if isinstance(owner, ast.Name) else None
        made = binding.value if binding is not None else None
        if (
            entry.key is None
            or binding is None
            or not isinstance(owner, ast.Name)
            or not isinstance(made, ast.Call)
            or not (module.qualified(made.func) or "").startswith(_OPTIMIZERS)
            or module.parent(binding.node) is not frame
            or module.frame(owner) is not frame
            or made.lineno >= last.lineno
        ):
            return None
        lines.append(f'\n{" " * statement.col_offset}{owner.id}.load_state_dict({taken.value.id}["{entry.key}"])')
    return Fix("Load it beside the model", (inserted(module, statement, "".join(lines), after=True),))
