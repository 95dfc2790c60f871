"""RTL109: a dict or a list stands inside the reported metrics."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..reaching import reaching
from ..reports import reports_of
from ..rule import Rule
from ..values import entries


class MetricsNotFlat(Rule):
    """A metric is a dict or a list, and no number.

    ## What it does
    Looks for reports whose metrics hold another dict, `{"val": {"loss": 1.0}}`, or a list, `{"losses": losses}`.

    ## Why is this bad?
    Ray Train V2 passes it on as it is: `val` is no number, the column `val` of `metrics_dataframe` holds dicts, and
    charts have nothing to draw. Only the score of a checkpoint looks inside a dict, by `val/loss`.

    ## Example
    ```python
    from ray import train

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            train.report({"epoch": epoch, "val": {"loss": loss, "accuracy": 1.0 - loss}})
    ```

    ## Use instead
    ```python
    from ray import train

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            train.report({"epoch": epoch, "val_loss": loss, "val_accuracy": 1.0 - loss})
    ```

    ## Since which Ray
    Train V2. Train V1 flattened nested metrics to `val/loss`.
    """

    code = "RTL109"
    name = "metrics-not-flat"
    severity = "info"
    symptoms = (
        "Checkpoints are not kept by the metric val/loss.",
        "A column of metrics_dataframe holds dicts.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.expr] = set()
        for report in reports_of(module):
            for name, value in (report.metrics or {}).items():
                if value not in found and _is_list(module, value):
                    found.add(value)
                    yield self.at(
                        module,
                        value,
                        f"`{name}` is a list inside the metrics: it is no number, and cannot be drawn.",
                        "Report one number: the mean of the list, or its last value.",
                    )
                elif value not in found and entries(module, value):
                    found.add(value)
                    yield self.at(
                        module,
                        value,
                        f"`{name}` is a dict inside the metrics, which nothing takes apart: it cannot be drawn.",
                        f"Report each number under a name of its own, such as `{name}_loss`.",
                    )


def _is_list(module: Module, value: ast.expr) -> bool:
    """Whether `value` is a list for certain, wherever it was made."""
    if isinstance(value, ast.Name):
        made = reaching(module, value)
        return bool(made) and all(
            binding.kind == "assignment" and isinstance(binding.value, ast.List | ast.ListComp) for binding in made
        )
    return isinstance(value, ast.List | ast.ListComp)
