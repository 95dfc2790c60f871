"""RTL110: the training loop ends its process."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, replaced
from ..scopes import Function
from ..trainer import Trainer
from ..values import constant

_EXITS = ("sys.exit", "builtins.exit", "builtins.quit")
_KILLS = ("os._exit", "os.abort")


class ProcessExit(Rule):
    """The training loop ends by `sys.exit`.

    ## What it does
    Looks for `sys.exit`, `exit`, `quit`, `raise SystemExit` and `os._exit` in a training loop and in the functions that
    it calls.

    ## Why is this bad?
    Each rank runs the loop inside a worker of Ray. There `SystemExit` counts as a failure like any other exception,
    even `sys.exit(0)` after all of the training was done: `fit` raises, and with `max_failures` the run starts again.
    `os._exit` takes the whole worker away, which looks like a crash.

    ## Example
    ```python
    import sys

    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            train.report({"epoch": epoch})
        print("done", file=sys.stderr)
        sys.exit(0)

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import sys

    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            train.report({"epoch": epoch})
        print("done", file=sys.stderr)

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Every version: the loop has always run in a thread of a worker.
    """

    code = "RTL110"
    name = "process-exit"
    severity = "error"
    symptoms = (
        "WorkerGroupError with SystemExit: 0, although the training is done.",
        "The run starts again from the beginning after it was complete.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.index.calls_to(*_EXITS, *_KILLS) and not module.index.all(ast.Raise):
            return
        found: set[ast.AST] = set()
        for trainer in module.trainers:
            for function in trainer.loop.called if trainer.loop is not None else ():
                for node in _exits(module, function):
                    if node not in found and not _is_on_purpose(module, trainer, node):
                        found.add(node)
                        yield self._finding(module, trainer, function, node)

    def _finding(self, module: Module, trainer: Trainer, function: Function, node: ast.Call | ast.Raise) -> Diagnostic:
        kills = isinstance(node, ast.Call) and module.qualified(node.func) in _KILLS
        if kills:
            message = "This takes the whole worker away, and Ray takes that for a crash."
            todo = "Use `return` to end the loop, or raise an exception that says what went wrong."
        elif _succeeds(module, node):
            message = "In a training loop this counts as a failure, and the run fails with `SystemExit`."
            todo = "Use `return`, on every rank."
        else:
            message = "This fails the run with a bare `SystemExit`, which does not say what went wrong."
            todo = "Raise an exception with a message, such as `raise RuntimeError(...)`."
        fix = None
        statement = node if isinstance(node, ast.Raise) else module.parent(node)
        in_loop_itself = trainer.loop is not None and function is trainer.loop.function
        if in_loop_itself and not kills and _succeeds(module, node) and isinstance(statement, ast.Expr | ast.Raise):
            fix = Fix("Return from the loop", (replaced(module, statement, "return"),))
        return self.at(module, node, message, todo, fix)


def _exits(module: Module, function: Function) -> Iterator[ast.Call | ast.Raise]:
    for call in module.calls_in(function):
        if module.qualified(call.func) in (*_EXITS, *_KILLS):
            yield call
    for node in module.index.all(ast.Raise):
        if module.frame(node) is function and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if module.qualified(raised) == "builtins.SystemExit":
                yield node


def _succeeds(module: Module, node: ast.Call | ast.Raise) -> bool:
    """Whether the exit says that all went well: no code, None or 0."""
    made = node if isinstance(node, ast.Call) else node.exc
    if not isinstance(made, ast.Call) or not made.args:
        return True
    return constant(module, made.args[0]) in (None, 0)


def _is_on_purpose(module: Module, trainer: Trainer, node: ast.AST) -> bool:
    """Whether a `try` catches it, or a worker is killed now and then to see the run come back."""
    conditional = False
    child: ast.AST = node
    parent = module.parent(child)
    while parent is not None and not isinstance(child, Function):
        if isinstance(parent, ast.Try) and child in parent.body and any(map(_catches, parent.handlers)):
            return True
        conditional = conditional or isinstance(parent, ast.If | ast.IfExp)
        child, parent = parent, module.parent(parent)
    kills = isinstance(node, ast.Call) and module.qualified(node.func) in _KILLS
    return kills and conditional and trainer.failure_config is not None


def _catches(handler: ast.ExceptHandler) -> bool:
    caught = ast.unparse(handler.type) if handler.type is not None else "BaseException"
    return "SystemExit" in caught or "BaseException" in caught
