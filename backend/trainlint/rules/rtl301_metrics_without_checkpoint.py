"""RTL301: `Result.metrics` is read, and no checkpoint was ever reported."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..scopes import walk
from ..trainer import Trainer, trainer_of_result

_CATCHES = frozenset({"TypeError", "AttributeError", "Exception", "BaseException"})


class MetricsWithoutCheckpoint(Rule):
    """The result's metrics are read, and the loop never reports a checkpoint.

    ## What it does
    Looks for `result.metrics[...]` and for methods of `result.metrics`, where `result` comes from `fit()` of a trainer
    whose loop is in the same file and never hands a checkpoint to `ray.train.report`.

    ## Why is this bad?
    In Ray Train V2 `Result.metrics` holds the metrics of the latest *checkpoint*. Without one it is `None`, and the
    program fails on its last line after all of the training was done. In local mode (`num_workers=0`) it is the last
    report, so there this rule is silent.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            train.report({"loss": 1.0 / (epoch + 1)})

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.metrics["loss"])
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                train.report({"loss": loss}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.metrics["loss"])
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default. Train V1 gave the last report, with or without a checkpoint.
    """

    code = "RTL301"
    name = "metrics-without-checkpoint"
    severity = "error"
    symptoms = (
        "TypeError: 'NoneType' object is not subscriptable, after all of the training was done.",
        "result.metrics is None.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.trainers or "RAY_TRAIN_V2_ENABLED" in module.source.text:
            return  # nothing to read from, or the file chooses between the two Trains by itself
        looks = _Looks(module)
        uses: list[ast.Subscript | ast.Attribute] = [*module.index.all(ast.Subscript), *module.index.all(ast.Attribute)]
        for node in uses:
            if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name | ast.Attribute):
                continue
            metrics = module.value(node.value)
            if not isinstance(metrics, ast.Attribute) or metrics.attr != "metrics":
                continue
            trainer = trainer_of_result(module, metrics.value)
            if trainer is None or not _never_has_metrics(module, trainer):
                continue
            if looks.before_use(node, {ast.unparse(node.value), ast.unparse(metrics)}) or _is_tried(module, node):
                continue
            yield self.at(
                module,
                node,
                "`metrics` is None here: it belongs to the latest checkpoint, and this loop never reports one.",
                "Pass `checkpoint=Checkpoint.from_directory(...)` to `train.report`, or return the value from the loop"
                " and read `return_value`.",
            )


def _never_has_metrics(module: Module, trainer: Trainer) -> bool:
    loop = trainer.loop
    if loop is None or trainer.has_unseen_arguments:
        return False
    config = trainer.argument("scaling_config")
    if config is not None and trainer.scaling_config is None:
        return False  # made elsewhere: it may be local mode
    if trainer.workers is not None and 0 in trainer.workers:
        return False
    return not loop.may_report_out_of_sight and not any(_may_pass_a_checkpoint(call) for call in loop.reports)


def _may_pass_a_checkpoint(report: ast.Call) -> bool:
    if len(report.args) > 1 or any(isinstance(argument, ast.Starred) for argument in report.args):
        return True
    return any(
        keyword.arg is None
        or (
            keyword.arg == "checkpoint"
            and not (isinstance(keyword.value, ast.Constant) and keyword.value.value is None)
        )
        for keyword in report.keywords
    )


class _Looks:
    """Remembers which functions look at the metrics before they use them."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._known: dict[tuple[ast.AST, frozenset[str]], bool] = {}

    def before_use(self, use: ast.AST, names: set[str]) -> bool:
        """Whether the function around `use` tests the bare metrics, by one of `names`, anywhere."""
        frame = self._module.frame(use)
        key = (frame, frozenset(names))
        if key not in self._known:
            self._known[key] = any(_looks_at(node, names) for node in walk(frame))
        return self._known[key]


def _is_tried(module: Module, use: ast.AST) -> bool:
    """Whether `use` stands in a `try` that catches what None raises."""
    child: ast.AST | None = use
    while child is not None:
        parent = module.parent(child)
        if isinstance(parent, ast.Try) and child in parent.body and any(map(_catches, parent.handlers)):
            return True
        child = parent
    return False


def _looks_at(node: ast.AST, names: set[str]) -> bool:
    """Whether `node` is a test of the bare metrics (`if result.metrics:`, `result.metrics is None`), or of what goes
    with them (`if result.checkpoint:`)."""
    tests: list[ast.expr]
    match node:
        case ast.If() | ast.IfExp() | ast.While() | ast.Assert():
            tests = [node.test]
        case ast.BoolOp():
            tests = node.values
        case ast.Match():
            tests = [node.subject]
        case _:
            return False
    for test in tests:
        used = {id(inner.value) for inner in walk(test) if isinstance(inner, ast.Subscript | ast.Attribute)}
        for inner in walk(test):
            if isinstance(inner, ast.Attribute) and inner.attr == "checkpoint":
                return True
            if isinstance(inner, ast.Name | ast.Attribute) and id(inner) not in used and ast.unparse(inner) in names:
                return True
    return False


def _catches(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or any(
        isinstance(node, ast.Name) and node.id in _CATCHES for node in walk(handler.type)
    )
