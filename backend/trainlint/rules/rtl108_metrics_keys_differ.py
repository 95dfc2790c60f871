"""RTL108: reports of one loop carry different metrics."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..module import Module
from ..reports import Report, reports_of
from ..rule import Rule


class MetricsKeysDiffer(Rule):
    """Two reports that stand for each other carry different metrics.

    ## What it does
    Compares the metrics of reports whose dicts are in sight: of the two branches of an `if`, and of reports that both
    bring a checkpoint. It speaks where they have some names in common and one lacks a name that the other has.

    ## Why is this bad?
    Each checkpoint keeps the metrics of its own report. Where a name is missing, `result.metrics["val_loss"]` fails
    with a KeyError, `metrics_dataframe` has a hole, and with `checkpoint_score_attribute` such a checkpoint counts as
    minus infinity: the worst one, or with `checkpoint_score_order="min"` the best. In two branches on the rank, what
    other ranks than 0 report is seen by nobody.

    ## Example
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint

    def train_loop():
        for epoch in range(4):
            loss = 1.0 / (epoch + 1)
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                checkpoint = Checkpoint.from_directory(folder)
                if epoch % 2:
                    train.report({"loss": loss, "val_loss": loss + 0.1}, checkpoint=checkpoint)
                else:
                    train.report({"loss": loss}, checkpoint=checkpoint)
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint

    def train_loop():
        val_loss = float("inf")
        for epoch in range(4):
            loss = 1.0 / (epoch + 1)
            if epoch % 2:
                val_loss = loss + 0.1
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                checkpoint = Checkpoint.from_directory(folder)
                train.report({"loss": loss, "val_loss": val_loss}, checkpoint=checkpoint)
    ```

    ## Since which Ray
    Train V2, where metrics are kept with their checkpoint and nowhere else.
    """

    code = "RTL108"
    name = "metrics-keys-differ"
    severity = "info"
    symptoms = (
        "KeyError for a metric that was reported.",
        "The wrong checkpoint is taken for the best.",
        "metrics_dataframe has NaN in some rows.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        known = [report for report in reports_of(module) if report.metrics]
        found: set[ast.Call] = set()
        for one, other in combinations(known, 2):
            keys, more = set(one.metrics or ()), set(other.metrics or ())
            if keys == more or not keys & more or not _stand_for_each_other(module, one, other):
                continue
            condition = _condition_between(module, one.call, other.call)
            if condition is not None and module.ranks is not None and module.ranks.differs(condition.test):
                first = one if _is_in(module, one.call, condition.body) else other
                of_zero = first if module.ranks.on(0, condition.test) else (other if first is one else one)
                unseen = other if of_zero is one else one
                names = _quoted(set(unseen.metrics or ()) - set(of_zero.metrics or ()))
                if names and unseen.call not in found:
                    found.add(unseen.call)
                    message = f"Maybe {names} is lost: the metrics that count are those of rank 0, which lack it."
                    yield self._at(module, unseen, message)
                continue
            for report, missing, where in ((one, more - keys, other), (other, keys - more, one)):
                if missing and report.call not in found:
                    found.add(report.call)
                    line = where.call.lineno
                    message = f"Maybe {_quoted(missing)} is missing here: the report in line {line} has it."
                    yield self._at(module, report, message)

    def _at(self, module: Module, report: Report, message: str) -> Diagnostic:
        return self.at(
            module,
            argument(report.call, "metrics", 0) or report.call,
            message,
            "Report the same names each time and on every rank, so that every checkpoint can be compared.",
        )


def _quoted(names: set[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))


def _stand_for_each_other(module: Module, one: Report, other: Report) -> bool:
    if one.surely_has_checkpoint and other.surely_has_checkpoint:
        return module.frame(one.call) is module.frame(other.call)
    if one.may_have_checkpoint or other.may_have_checkpoint:
        return False  # what is reported without a checkpoint is kept nowhere, so the two are never compared
    return _condition_between(module, one.call, other.call) is not None


def _condition_between(module: Module, one: ast.Call, other: ast.Call) -> ast.If | None:
    """The `if` in whose two branches the two calls stand as statements."""
    first, second = module.parent(one), module.parent(other)
    condition = module.parent(first) if first is not None else None
    if not isinstance(condition, ast.If) or second is None or module.parent(second) is not condition:
        return None
    return condition if _is_in(module, one, condition.body) is not _is_in(module, other, condition.body) else None


def _is_in(module: Module, call: ast.Call, block: list[ast.stmt]) -> bool:
    return module.parent(call) in block
