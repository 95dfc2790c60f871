"""RTL316: `checkpoint.as_directory()` is taken for a path."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Edit, Fix
from ..module import Module
from ..rule import Rule

_TAKE_PATHS = (
    "builtins.open",
    "builtins.str",
    "os.",
    "pathlib.",
    "shutil.",
    "torch.load",
    "json.",
)


class AsDirectoryWithoutWith(Rule):
    """`as_directory()` of a checkpoint is used without `with`.

    ## What it does
    Looks for `checkpoint.as_directory()` whose value is used as a path, or not at all, instead of being entered with
    `with`.

    ## Why is this bad?
    `as_directory` gives a context manager and not a path: a checkpoint in remote storage is fetched when the `with`
    begins and deleted when it ends. `os.path.join` and `open` refuse it with a TypeError, mostly not before the first
    restart of a run.

    ## Example
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "answer.txt").write_text("42")
            train.report({"answer": 42}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    folder = result.checkpoint.as_directory()
    print(Path(folder, "answer.txt").read_text())
    ```

    ## Use instead
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "answer.txt").write_text("42")
            train.report({"answer": 42}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    with result.checkpoint.as_directory() as folder:
        print(Path(folder, "answer.txt").read_text())
    ```

    ## Since which Ray
    Ray 2.0.
    """

    code = "RTL316"
    name = "as-directory-without-with"
    severity = "error"
    symptoms = ("TypeError: expected str, bytes or os.PathLike object, not _GeneratorContextManager.",)
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for call in module.index.calls_named("as_directory"):
            if not isinstance(call.func, ast.Attribute) or call.args or call.keywords:
                continue
            if any(method.name == "as_directory" for method in module.index.all(ast.FunctionDef)):
                return  # of a class of the program's own
            if _is_taken_for_a_path(module, call):
                span = module.source.node_span(call)
                start = span.end_column - len("as_directory()")
                edit = Edit(span.end_line, start, span.end_line, start + len("as_directory"), "to_directory")
                text = module.source.text.splitlines()[span.end_line - 1][start : span.end_column]
                yield self.at(
                    module,
                    call,
                    "`as_directory()` gives a context manager and not a path, so what is done with it here fails.",
                    "Write `with checkpoint.as_directory() as folder:`, or take `to_directory()`, which gives a path.",
                    Fix("Take `to_directory()`, which gives a path", (edit,)) if text == "as_directory()" else None,
                )


def _is_taken_for_a_path(module: Module, value: ast.expr) -> bool:
    parent = module.parent(value)
    if isinstance(parent, ast.Expr):
        return True  # dropped: nothing is fetched
    if isinstance(parent, ast.Assign | ast.AnnAssign):
        targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
        names = [target for target in targets if isinstance(target, ast.Name)]
        return len(names) == len(targets) == 1 and _is_used_as_a_path(module, names[0])
    return _is_given_as_a_path(module, value)


def _is_used_as_a_path(module: Module, target: ast.Name) -> bool:
    """Whether the variable only has this value, is used as a path, and is nowhere entered or handed on."""
    bound = module.bindings(target)
    uses = [
        node
        for node in module.index.all(ast.Name)
        if node.id == target.id and isinstance(node.ctx, ast.Load) and module.bindings(node) is bound
    ]
    if len(bound) != 1 or any(_is_entered(module, use) for use in uses):
        return False
    return any(_is_given_as_a_path(module, use) for use in uses)


def _is_given_as_a_path(module: Module, value: ast.expr) -> bool:
    parent = module.parent(value)
    if isinstance(parent, ast.FormattedValue):
        around = module.parent(parent)
        return isinstance(around, ast.JoinedStr) and _is_given_as_a_path(module, around)
    if isinstance(parent, ast.BinOp):
        return isinstance(parent.op, ast.Div | ast.Add)
    if not isinstance(parent, ast.Call) or value is parent.func:
        return False
    return (module.qualified(parent.func) or "").startswith(_TAKE_PATHS)


def _is_entered(module: Module, use: ast.expr) -> bool:
    parent = module.parent(use)
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Attribute) and parent.func.attr in ("enter_context", "push")
    if isinstance(parent, ast.Attribute):
        return parent.attr == "__enter__"
    return isinstance(parent, ast.withitem | ast.Return | ast.Yield)
