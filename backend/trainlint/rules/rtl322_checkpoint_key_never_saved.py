"""RTL322: a key is taken out of a checkpoint's file that no save puts in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..checkpoints import is_checkpoint, is_resumed_from, opened_checkpoint
from ..diagnostic import Diagnostic
from ..files import Stored, loads
from ..module import Module
from ..results import CATCH_KEY_ERROR, is_tried
from ..resuming import reads_of
from ..rule import Rule
from ..states import is_same_file, saved_values


class CheckpointKeyNeverSaved(Rule):
    """A key is taken out of a checkpoint's file that no save puts in.

    ## What it does
    Looks for `state["epoch"]`, where `state` is read from a file of a checkpoint, and everything that the same program
    saves under the name of that file is a dict without this key.

    ## Why is this bad?
    It raises KeyError. In a training loop that happens only when a run is resumed, and again in each further try, so
    that one lost worker ends the run after all.

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
            start = state["epoch"] + 1
        for epoch in range(start, config["epochs"]):
            loss = model(torch.ones(8, 1)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with tempfile.TemporaryDirectory() as folder:
                torch.save({"model": net.state_dict(), "step": epoch}, os.path.join(folder, "state.pt"))
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

    code = "RTL322"
    name = "checkpoint-key-never-saved"
    severity = "error"
    symptoms = ("KeyError when the run is resumed.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found = [stored for stored in loads(module, module.index) if _is_of_a_checkpoint(module, stored)]
        saved = saved_values(module, module.index) if found else []
        for stored in found:
            entries = [entry for entry in saved if is_same_file(entry.stored, stored)]
            keys = {entry.key for entry in entries}
            if not keys or None in keys:
                continue
            for key, places in reads_of(module, stored).keys.items():
                if key in keys or _is_asked_for(module, key):
                    continue
                for place in places:
                    if isinstance(place, ast.Subscript) and not is_tried(module, place, CATCH_KEY_ERROR):
                        yield self.at(
                            module,
                            place,
                            f"Nothing here saves `{key}` in `{stored.place.rest}`, so this raises KeyError.",
                            f"Save it, or take one of {_listed(keys)}.",
                        )


def _is_of_a_checkpoint(module: Module, stored: Stored) -> bool:
    opened = opened_checkpoint(module, stored.place.root)
    return opened is not None and (is_checkpoint(module, opened) or is_resumed_from(module, stored.place.root))


def _is_asked_for(module: Module, key: str) -> bool:
    """Whether the program tests `"epoch" in state` anywhere."""
    return any(isinstance(test.left, ast.Constant) and test.left.value == key for test in module.index.all(ast.Compare))


def _listed(keys: set[str | None]) -> str:
    return ", ".join(f"`{key}`" for key in sorted(filter(None, keys)))
