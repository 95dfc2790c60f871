"""RTL319: `torch.load` reads a file whose content it refuses by default."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..files import loads
from ..module import Module
from ..reaching import latest
from ..rule import Rule
from ..states import Saved, is_same_file, saved_values, wrapping
from ..values import constant

_ALLOWS = ("add_safe_globals", "safe_globals")
_ALLOWS_BY_VARIABLE = "TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"
_OF_NUMPY = frozenset(
    f"numpy.{name}"
    for name in (
        "array",
        "asarray",
        "concatenate",
        "float32",
        "float64",
        "int64",
        "mean",
        "median",
        "ones",
        "random.get_state",
        "stack",
        "std",
        "zeros",
    )
)


class TorchLoadRefuses(Rule):
    """`torch.load` reads a file whose content it refuses by default.

    ## What it does
    Looks for `torch.load` without `weights_only=False` of a file into which the same program saves a whole model, an
    optimizer, another object, or a value of NumPy.

    ## Why is this bad?
    Since PyTorch 2.6 `torch.load` takes tensors and plain values only, unless it is told otherwise. It raises
    UnpicklingError for anything else, at the end of the program or when the run is resumed.

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
        net = nn.Linear(1, 1)
        model = prepare_model(net)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loss = model(torch.ones(8, 1)).square().mean()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(net, os.path.join(folder, "model.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    with result.checkpoint.as_directory() as folder:
        model = torch.load(os.path.join(folder, "model.pt"), map_location="cpu")
    print(model(torch.ones(1, 1)))
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
        net = nn.Linear(1, 1)
        model = prepare_model(net)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loss = model(torch.ones(8, 1)).square().mean()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(net.state_dict(), os.path.join(folder, "model.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    with result.checkpoint.as_directory() as folder:
        state = torch.load(os.path.join(folder, "model.pt"), map_location="cpu", weights_only=True)
    model = nn.Linear(1, 1)
    model.load_state_dict(state)
    ```

    ## Since which Ray
    Any: it is a matter of PyTorch 2.6 and newer.
    """

    code = "RTL319"
    name = "torch-load-refuses"
    severity = "error"
    symptoms = ("UnpicklingError: Weights only load failed.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = {call for call in module.index.calls_to("torch.load") if _is_strict(module, call)}
        if not calls or module.index.calls_named(*_ALLOWS) or _ALLOWS_BY_VARIABLE in module.source.text:
            return
        saved = saved_values(module, module.index)
        for stored in loads(module, module.index):
            if stored.call not in calls:
                continue
            for entry in saved:
                what = _refused(module, entry) if is_same_file(entry.stored, stored) else None
                if what is not None:
                    yield self.at(
                        module,
                        stored.call,
                        f"This file holds {what}, which `torch.load` refuses: it takes tensors and plain values only.",
                        "Save the `state_dict()` of models and optimizers, and plain numbers instead of those of"
                        " NumPy.",
                    )
                    break


def _is_strict(module: Module, load: ast.Call) -> bool:
    flag = argument(load, "weights_only")
    if argument(load, "pickle_module", 2) is not None or any(keyword.arg is None for keyword in load.keywords):
        return False
    return flag is None or constant(module, flag) in (None, True)


def _refused(module: Module, entry: Saved) -> str | None:
    """What `entry` saves, where it surely is not a tensor or a plain value."""
    value = latest(module, entry.value)
    if isinstance(value, ast.Call):
        name = module.qualified(value.func) or ""
        if name in _OF_NUMPY:
            return "a value of NumPy"
        if name.startswith("torch.optim.") and name.rsplit(".", 1)[-1][:1].isupper():
            return "a whole optimizer" if "lr_scheduler" not in name else "a whole scheduler"
    if entry.owner is None and wrapping(module, entry.value) is not None:
        return "a whole model" if _is_trained(module, entry.value) else "an object"
    return None


def _is_trained(module: Module, value: ast.expr) -> bool:
    """Whether `value` is used as a model is."""
    return isinstance(value, ast.Name) and any(
        isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == value.id
        for call in module.index.calls_named("parameters", "state_dict", "to", "train", "eval")
    )
