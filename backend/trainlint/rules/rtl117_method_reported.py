"""RTL117: a method stands in the metrics, and was not called."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..reports import reports_of
from ..rule import Rule, inserted
from ..tensors import Tensors

_OF_TENSORS = {"item", "tolist", "mean", "sum", "min", "max", "std", "norm", "numpy"}


class MethodReported(Rule):
    """A method or a function is reported in place of what it returns.

    ## What it does
    Looks for values of the metrics that are a method or a function for certain: `loss.item` without the brackets,
    or a function of the file by its name.

    ## Why is this bad?
    Ray Train takes any object, so nothing fails. But the metric is no number: charts have nothing to draw, no
    checkpoint can be scored by it, and `result.metrics` holds a method.

    ## Example
    ```python
    import torch
    from ray import train

    def train_loop():
        for epoch in range(3):
            loss = torch.rand(8).mean()
            train.report({"epoch": epoch, "loss": loss.item})
    ```

    ## Use instead
    ```python
    import torch
    from ray import train

    def train_loop():
        for epoch in range(3):
            loss = torch.rand(8).mean()
            train.report({"epoch": epoch, "loss": loss.item()})
    ```

    ## Since which Ray
    All versions.
    """

    code = "RTL117"
    name = "method-reported"
    severity = "warning"
    symptoms = (
        "A metric is shown as `<built-in method item of Tensor object ...>`.",
        "The curve of a metric stays empty.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        tensors = Tensors(module)
        found: set[ast.expr] = set()
        for report in reports_of(module):
            for name, value in (report.metrics or {}).items():
                if value in found or not _is_callable(module, tensors, value):
                    continue
                found.add(value)
                text = ast.unparse(value)
                yield self.at(
                    module,
                    value,
                    f"`{name}` is `{text}` itself and not what it returns: it cannot be drawn.",
                    f"Call it: `{text}()`.",
                    Fix("Call it", (inserted(module, value, "()", after=True),))
                    if isinstance(value, ast.Attribute)
                    else None,
                )


def _is_callable(module: Module, tensors: Tensors, value: ast.expr) -> bool:
    if isinstance(value, ast.Name):
        return module.function(value) is not None
    return isinstance(value, ast.Attribute) and value.attr in _OF_TENSORS and tensors.is_tensor(value.value)
