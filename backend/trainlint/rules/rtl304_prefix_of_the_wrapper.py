"""RTL304: a state dict is saved of the wrapped model and loaded into the bare one, or the other way round."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, inserted
from ..states import Wrapping, loaded_states, may_be_of, saved_values, state_owner, wrapping

_MENDS_KEYS = "consume_prefix_in_state_dict_if_present"
_OTHER: dict[Wrapping, Wrapping] = {"wrapped": "bare", "bare": "wrapped"}


class PrefixOfTheWrapper(Rule):
    """A state dict is saved of the wrapped model and loaded into the bare one, or the other way round.

    ## What it does
    Looks for `load_state_dict` on a model that is bare (not prepared, or `.module` of a prepared one) with a state that
    the same file has saved of the prepared model, and for the opposite.

    ## Why is this bad?
    With more than one worker `prepare_model` puts the model into DistributedDataParallel, whose state dict has
    `module.` before each key. The bare model does not know such keys: the load raises RuntimeError, and in a training
    loop it does so only when a run is resumed.

    ## Example
    ```python
    import os
    import tempfile

    import torch
    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model
    from torch import nn

    def train_loop():
        model = prepare_model(nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loss = model(torch.ones(8, 1)).square().mean()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(model.state_dict(), os.path.join(folder, "model.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    model = nn.Linear(1, 1)
    with result.checkpoint.as_directory() as folder:
        state = torch.load(os.path.join(folder, "model.pt"), map_location="cpu", weights_only=True)
    model.load_state_dict(state)
    ```

    ## Use instead
    ```python
    import os
    import tempfile

    import torch
    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model
    from torch import nn

    def train_loop():
        model = prepare_model(nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loss = model(torch.ones(8, 1)).square().mean()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(model.module.state_dict(), os.path.join(folder, "model.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    model = nn.Linear(1, 1)
    with result.checkpoint.as_directory() as folder:
        state = torch.load(os.path.join(folder, "model.pt"), map_location="cpu", weights_only=True)
    model.load_state_dict(state)
    ```

    ## Since which Ray
    Any: the prefix is PyTorch's. With one worker `prepare_model` does not wrap, and `.module` does not exist.
    """

    code = "RTL304"
    name = "prefix-of-the-wrapper"
    severity = "warning"
    symptoms = (
        'RuntimeError: Error(s) in loading state_dict: Unexpected key(s) "module.weight".',
        "Missing key(s) in state_dict, when the run is resumed.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.index.calls_named("load_state_dict") or _mends_keys(module) or module.ranks is None:
            return
        saved = saved_values(module, module.index)
        for loaded in loaded_states(module, module.index):
            sources = [entry for entry in saved if may_be_of(entry, loaded)]
            owners = [entry.owner for entry in sources]
            yield from self._compared(module, loaded.call, loaded.owner, owners)
        for call in module.index.calls_named("load_state_dict"):
            given = argument(call, "state_dict", 0)
            source = state_owner(given) if given is not None else None
            if source is not None and isinstance(call.func, ast.Attribute):
                yield from self._compared(module, call, call.func.value, [source])

    def _compared(
        self, module: Module, call: ast.Call, into: ast.expr, sources: list[ast.expr | None]
    ) -> Iterator[Diagnostic]:
        kind = wrapping(module, into)
        owners = [owner for owner in sources if owner is not None]
        if kind is None or not owners or len(owners) != len(sources):
            return
        if any(wrapping(module, owner) != _OTHER[kind] for owner in owners):
            return
        if kind == "bare":
            yield self.at(
                module,
                call,
                "This state was saved of the prepared model: its keys begin with `module.`, and the bare model refuses"
                " them.",
                "Save `model.module.state_dict()`.",
                _fix("Save the state of the model inside the wrapper", module, owners),
            )
        else:
            yield self.at(
                module,
                call,
                "This state was saved of the bare model: the prepared one wants keys that begin with `module.`, and"
                " refuses it.",
                "Load it into `model.module`, or before `prepare_model`.",
                _fix("Load the state into the model inside the wrapper", module, [into]),
            )


def _fix(title: str, module: Module, owners: list[ast.expr]) -> Fix | None:
    """`.module` after each of `owners`, where it is sure that there is a wrapper."""
    sizes = [trainer.workers for trainer in module.trainers]
    if not sizes or any(workers is None or min(workers) < 2 for workers in sizes):
        return None
    return Fix(title, tuple(inserted(module, owner, ".module", after=True) for owner in owners))


def _mends_keys(module: Module) -> bool:
    return bool(module.index.calls_named(_MENDS_KEYS)) or any(
        isinstance(constant.value, str) and "module." in constant.value for constant in module.index.all(ast.Constant)
    )
