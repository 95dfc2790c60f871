"""RTL308: a checkpoint that holds weights and numbers only is loaded with `weights_only=False`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument_keyword
from ..diagnostic import Diagnostic, Fix
from ..files import loads
from ..module import Module
from ..rule import Rule, replaced
from ..states import Saved, is_same_file, saved_values
from ..values import constant

_PLAIN_CALLS = ("builtins.float", "builtins.int", "builtins.len", "builtins.str", "builtins.bool")
_PLAIN_METHODS = ("item", "tolist", "state_dict")


class TorchLoadUnsafe(Rule):
    """A checkpoint that holds weights and numbers only is loaded with `weights_only=False`.

    ## What it does
    Looks for `torch.load(..., weights_only=False)` of a file that the same program writes, where all that it writes is
    state dicts, tensors and plain values.

    ## Why is this bad?
    `weights_only=False` unpickles, and unpickling runs whatever code the file asks for. A checkpoint in storage that
    others can write to is enough to take over every worker. For what is in this file the safe way does the same.

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
            torch.save(net.state_dict(), os.path.join(folder, "model.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    with result.checkpoint.as_directory() as folder:
        state = torch.load(os.path.join(folder, "model.pt"), map_location="cpu", weights_only=False)
    model = nn.Linear(1, 1)
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
    Any: it is a matter of PyTorch, where `weights_only=True` has been the default since 2.6.
    """

    code = "RTL308"
    name = "torch-load-unsafe"
    severity = "warning"
    symptoms = ("A security check complains of torch.load and pickle.",)
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        unsafe = {
            call: keyword
            for call in module.index.calls_to("torch.load")
            if (keyword := argument_keyword(call, "weights_only")) and constant(module, keyword.value) is False
        }
        if not unsafe:
            return
        saved = saved_values(module, module.index)
        for stored in loads(module, module.index):
            if stored.call not in unsafe:
                continue
            written = [entry for entry in saved if is_same_file(entry.stored, stored)]
            if written and all(_is_plain(module, entry) for entry in written):
                value = unsafe[stored.call].value
                yield self.at(
                    module,
                    unsafe[stored.call],
                    "`weights_only=False` lets a checkpoint run any code when it is loaded, and this one needs none.",
                    "Write `weights_only=True`.",
                    Fix("Write `weights_only=True`", (replaced(module, value, "True"),)),
                )


def _is_plain(module: Module, entry: Saved) -> bool:
    """Whether what is saved is surely a state dict, a number or a text."""
    match entry.value:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Attribute(attr=method)) if method in _PLAIN_METHODS:
            return True
        case ast.Call():
            return module.qualified(entry.value.func) in _PLAIN_CALLS
        case ast.Name() | ast.BinOp():
            return all(_is_counted(module, node) for node in ast.walk(entry.value) if isinstance(node, ast.Name))
    return False


def _is_counted(module: Module, name: ast.Name) -> bool:
    """Whether `name` is the variable of a `for ... in range(...)`."""
    bindings = module.bindings(name)
    return bool(bindings) and all(
        isinstance(bound.node, ast.For)
        and isinstance(bound.node.target, ast.Name)
        and isinstance(bound.node.iter, ast.Call)
        and module.qualified(bound.node.iter.func) == "builtins.range"
        for bound in bindings
    )
