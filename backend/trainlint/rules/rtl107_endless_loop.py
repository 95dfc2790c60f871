"""RTL107: a loop that nothing ever ends."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..node_index import last_word
from ..ranks import UNKNOWN, RankValues
from ..rule import Rule
from ..scopes import Function, walk
from ..values import constant

_ENDLESS = frozenset({"itertools.count", "itertools.cycle"})
# What never raises in the ordinary course of things, so that nothing ends the loop.
_HARMLESS = ("builtins.", "time.", "math.", "torch.", "numpy.", "random.", "logging.", "ray.train.report")
_LOUD = frozenset(
    {"builtins.next", "builtins.exit", "builtins.quit", "builtins.eval", "builtins.exec", "builtins.input"}
)
_HARMLESS_METHODS = frozenset(
    ["append", "backward", "detach", "format", "info", "item", "mean", "square", "step", "sum", "to", "zero_grad"]
)


class EndlessLoop(Rule):
    """The training loop holds a loop without an end.

    ## What it does
    Looks for `while True:` and `for ... in itertools.count():` in a training loop and the functions it calls, without a
    `break`, `return` or `raise` in it, and with nothing in it that is known to raise. A condition that is always
    true on one of the ranks counts too.

    ## Why is this bad?
    A run is over when every rank has come back from the loop. Ray Train has no limit of time: one rank that never does
    keeps the run going for ever, also after all of the others are done.

    ## Example
    ```python
    import time

    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"epoch": 0})
        if train.get_context().get_world_rank() == 0:
            return
        while True:
            time.sleep(1)

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"epoch": 0})
        if train.get_context().get_world_rank() == 0:
            print("done")

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Every version.
    """

    code = "RTL107"
    name = "endless-loop"
    severity = "error"
    symptoms = (
        "The training is done and the run never ends.",
        "One worker is idle and another is busy for ever.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        whiles, fors = module.index.all(ast.While), module.index.all(ast.For)
        if not whiles and not fors:
            return
        for trainer in module.trainers:
            called = set(trainer.loop.called) if trainer.loop is not None else set()
            loops: list[ast.While | ast.For] = [*whiles, *fors]
            for loop in loops:
                if loop not in found and module.frame(loop) in called and _never_ends(module, loop):
                    found.add(loop)
                    yield self.at(
                        module,
                        loop.test if isinstance(loop, ast.While) else loop.iter,
                        "Nothing ends this loop, so the run never ends.",
                        "Bound it: a `for` over a number of steps, or a `break` that every rank comes to.",
                    )


def _never_ends(module: Module, loop: ast.While | ast.For) -> bool:
    if isinstance(loop, ast.While):
        if not _is_always_true(module, loop.test):
            return False
    elif not isinstance(loop.iter, ast.Call) or module.qualified(loop.iter.func) not in _ENDLESS:
        return False
    return not _is_tried(module, loop) and not any(_may_end(module, loop, node) for node in _inside(loop))


def _is_always_true(module: Module, test: ast.expr) -> bool:
    value = constant(module, test)
    if value is not ...:
        return bool(value) and isinstance(test, ast.Constant)
    ranks: RankValues | None = module.ranks
    values = [ranks.on(rank, test) for rank in ranks.world] if ranks is not None else []
    return any(value is not UNKNOWN and bool(value) for value in values) and ranks is not None and ranks.differs(test)


def _inside(loop: ast.While | ast.For) -> Iterator[ast.AST]:
    for statement in loop.body:
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from walk(statement, into_functions=False)


def _may_end(module: Module, loop: ast.While | ast.For, node: ast.AST) -> bool:
    match node:
        case ast.Return() | ast.Raise() | ast.Assert() | ast.Yield() | ast.YieldFrom() | ast.Await() | ast.With():
            return True
        case ast.Break():
            return _loop_of(module, node) is loop
        case ast.Call():
            return not _is_harmless(module, node, set())
    return False


def _loop_of(module: Module, node: ast.AST) -> ast.AST | None:
    around = module.parent(node)
    while around is not None and not isinstance(around, ast.For | ast.AsyncFor | ast.While):
        around = module.parent(around)
    return around


def _is_harmless(module: Module, call: ast.Call, seen: set[Function]) -> bool:
    """Whether `call` surely comes back, without an exception that was meant to end the loop."""
    function = module.function(call.func)
    if function is not None:
        if function in seen or any(
            isinstance(node, ast.Raise | ast.Assert | ast.Yield) for node in walk(function, into_functions=False)
        ):
            return function in seen
        seen.add(function)
        return all(_is_harmless(module, inner, seen) for inner in module.calls_in(function))
    name = module.qualified(call.func)
    if name is not None:
        return name.startswith(_HARMLESS) and name not in _LOUD
    if isinstance(call.func, ast.Attribute) and last_word(call.func) in _HARMLESS_METHODS:
        return True
    return isinstance(call.func, ast.Name) and module.collectives.is_wrapped_model(call.func)


def _is_tried(module: Module, node: ast.AST) -> bool:
    """Whether an exception from `node` is caught around it, in the same function."""
    child, parent = node, module.parent(node)
    while parent is not None and not isinstance(child, Function):
        if isinstance(parent, ast.Try) and child in parent.body and parent.handlers:
            return True
        child, parent = parent, module.parent(parent)
    return False
