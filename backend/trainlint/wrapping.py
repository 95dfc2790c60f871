"""The training loops that run in workers, and what in them wraps a model so that its gradients are averaged."""

from __future__ import annotations

import ast

from .arguments import argument, has_unseen_arguments
from .loop import TrainLoop
from .module import Module
from .remembering import remembered
from .scopes import Function
from .sources import sources
from .values import entries

PREPARE_MODEL = ("ray.train.torch.prepare_model", "ray.train.torch.train_loop_utils.prepare_model")
DATA_PARALLEL = (
    "torch.nn.parallel.DistributedDataParallel",
    "torch.nn.parallel.distributed.DistributedDataParallel",
    "torch.distributed.fsdp.FullyShardedDataParallel",
    "torch.distributed.fsdp.fully_sharded_data_parallel.FullyShardedDataParallel",
)
_FOR_UNUSED = ("find_unused_parameters", "static_graph")
_DEEPEST_CALL = 6


def loops_in_workers(module: Module) -> list[TrainLoop]:
    """The loops that run in worker processes: not those that may run in local mode (`num_workers=0`)."""
    loops = [trainer.loop for trainer in module.trainers if trainer.workers is None or 0 not in trainer.workers]
    return list(dict.fromkeys(loop for loop in loops if loop is not None))


def loops_on_several_ranks(module: Module) -> list[TrainLoop]:
    """The loops that may run on more than one rank."""
    loops = [trainer.loop for trainer in module.trainers if trainer.workers is None or max(trainer.workers) > 1]
    return list(dict.fromkeys(loop for loop in loops if loop is not None))


def wrapper_calls(loop: TrainLoop) -> list[ast.Call]:
    """The calls in `loop` that wrap a model for certain."""
    return [
        call for call in loop.index.calls_to(*PREPARE_MODEL, *DATA_PARALLEL) if wraps_for_certain(loop.module, call)
    ]


def wraps_for_certain(module: Module, call: ast.expr) -> bool:
    """Whether `call` is one that wraps what it is given: with `parallel_strategy=None`, `prepare_model` only moves."""
    if not isinstance(call, ast.Call):
        return False
    name = module.qualified(call.func)
    if name in DATA_PARALLEL:
        return True
    strategy = argument(call, "parallel_strategy", 2)
    is_left = strategy is None and not has_unseen_arguments(call)
    return name in PREPARE_MODEL and (is_left or (isinstance(strategy, ast.Constant) and bool(strategy.value)))


def wrapped_model(module: Module, call: ast.Call) -> ast.expr | None:
    """What a call that wraps is given."""
    return argument(call, "model", 0) or argument(call, "module", 0)


@remembered
def is_wrapped(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` is a wrapped model, whichever way the program took to it."""
    found = sources(module, expression)
    return bool(found) and all(wraps_for_certain(module, source) for source in found or ())


@remembered
def is_data_parallel(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` is a `DistributedDataParallel` for certain, where there is more than one rank."""
    found = sources(module, expression)
    return bool(found) and all(makes_data_parallel(module, source) for source in found or ())


def makes_data_parallel(module: Module, call: ast.expr) -> bool:
    """Whether `call` wraps in `DistributedDataParallel`, and not in FSDP."""
    if not isinstance(call, ast.Call) or not wraps_for_certain(module, call):
        return False
    name = module.qualified(call.func) or ""
    strategy = argument(call, "parallel_strategy", 2)
    by_ray = strategy is None or (isinstance(strategy, ast.Constant) and strategy.value == "ddp")
    return by_ray if name in PREPARE_MODEL else name.endswith(".DistributedDataParallel")


def allows_unused_parameters(module: Module, call: ast.Call) -> bool:
    """Whether the wrapper is told, or may be, that some parameters get no gradient."""
    if has_unseen_arguments(call):
        return True
    given = argument(call, "parallel_strategy_kwargs", 3)
    options = entries(module, given) if given is not None else {}
    if options is None or any(argument(call, name) is not None for name in _FOR_UNUSED):
        return True
    return any(name in options for name in _FOR_UNUSED)


def is_thrown_away(module: Module, call: ast.Call) -> bool:
    """Whether nothing can use what `call` gives back."""
    match module.parent(call):
        case ast.Expr():
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return not any(
                other.id == name and isinstance(other.ctx, ast.Load) for other in module.index.all(ast.Name)
            ) and not _is_shared(module, call, name)
    return False


def _is_shared(module: Module, call: ast.Call, name: str) -> bool:
    """Whether the variable is that of a module or of another function: someone else may read it."""
    scope = module.scope(call)
    found = scope.lookup(name)
    if found is None or found[0].node is not module.frame(call) or scope.parent is None:
        return True
    around = scope.parent.lookup(name)
    return around is not None and around[1] is found[1]  # `global` or `nonlocal`


def always_runs(loop: TrainLoop, node: ast.AST, depth: int = 0) -> bool:
    """Whether nothing between the start of `loop` and `node` decides if it runs: no `if`, no `try`. A loop counts as
    running."""
    child = node
    while child is not loop.function:
        parent = loop.module.parent(child)
        if parent is None or depth > _DEEPEST_CALL:
            return False
        if isinstance(parent, ast.Try | ast.IfExp | ast.BoolOp | ast.Match | ast.ExceptHandler):
            return False
        if isinstance(parent, ast.If) and child is not parent.test:
            return False
        if isinstance(parent, Function):
            return parent is loop.function or _is_always_called(loop, parent, depth)
        child = parent
    return True


def _is_always_called(loop: TrainLoop, function: Function, depth: int) -> bool:
    """Whether some call of `function`, by its name or as a method of that name, always runs."""
    is_method = isinstance(loop.module.parent(function), ast.ClassDef)
    if is_method and not isinstance(function, ast.Lambda):
        calls = [call for call in loop.index.calls_named(function.name) if isinstance(call.func, ast.Attribute)]
    else:
        calls = [call for call in loop.calls if loop.module.function(call.func) is function]
    return any(always_runs(loop, call, depth + 1) for call in calls)
