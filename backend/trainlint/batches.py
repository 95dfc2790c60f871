"""Where a training loop reads the batches that it trains on, and what they come from."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .arguments import argument, has_unseen_arguments
from .loaders import DATA_LOADERS, PREPARES, Loader, loaders_given_to
from .loop import TrainLoop
from .module import Module
from .node_index import last_word
from .origins import helper_calls, makers
from .scopes import Function, walk
from .values import constant

# What hands on the batches of its first argument, perhaps with something beside them.
_PASSES_ON = frozenset({"tqdm", "enumerate", "iter", "islice", "track", "progress_bar", "list"})
_RAY_DATA_READS = ("iter_torch_batches", "iter_batches", "iter_rows", "get_dataset_shard")
_BACKWARDS = frozenset({"backward", "manual_backward"})
_DIVIDES_THE_MODEL = ("DeviceMesh", "PipelineStage", "parallelize_module", "distribute_module", "distribute_tensor")
_DEEPEST_CALL = 6


@dataclass(eq=False)
class Reading:
    """A `for` or a comprehension that takes batches and trains on each of them.

    Where it trains under a condition only, as in one function for training and evaluation, it is none: then nobody can
    say which of the loaders that it is given are trained on.
    """

    module: Module
    loop: TrainLoop
    place: ast.For | ast.While | ast.ListComp | ast.GeneratorExp
    iterated: ast.expr

    @cached_property
    def makers(self) -> list[ast.expr] | None:
        """What may have made the batches, as in `origins`."""
        return makers(self.module, self.iterated)

    @cached_property
    def loaders(self) -> list[Loader]:
        """Every loader that the batches may come from; empty where that is out of sight."""
        found: list[Loader] = []
        for maker in self.makers or ():
            if not isinstance(maker, ast.Call):
                return []
            name = self.module.qualified(maker.func)
            if name in DATA_LOADERS:
                found.append(Loader(maker, None))
            elif name in PREPARES:
                prepared_loaders = loaders_given_to(self.module, maker)
                if not prepared_loaders:
                    return []
                found += prepared_loaders
            else:
                return []
        prepared = {loader.call for loader in found if loader.prepared_by is not None}
        # `loader = prepare_data_loader(loader)`: the name has been both, and is the prepared one where it is read.
        return [loader for loader in found if loader.prepared_by is not None or loader.call not in prepared]

    def given(self, expression: ast.expr) -> ast.expr:
        """`expression`, or where it is a parameter of the helper that made the loader, what that was given for this
        one: `shuffle` of `train_loader = make_loader(rows, shuffle=True)`."""
        binding = self.module.binding(expression) if isinstance(expression, ast.Name) else None
        if binding is None or binding.kind != "parameter" or not isinstance(expression, ast.Name):
            return expression
        helper = binding.node
        calls = [call for call in self._helper_calls if self.module.value(call.func) is call.func]
        calls = [call for call in calls if self.module.function(call.func) is helper]
        if len(calls) != 1 or has_unseen_arguments(calls[0]) or not isinstance(helper, ast.FunctionDef):
            return expression
        names = [parameter.arg for parameter in helper.args.posonlyargs + helper.args.args]
        place = names.index(expression.id) if expression.id in names else None
        return argument(calls[0], expression.id, place) or binding.value or expression

    @cached_property
    def _helper_calls(self) -> list[ast.Call]:
        return helper_calls(self.module, self.iterated)

    @cached_property
    def epochs(self) -> ast.For | ast.While | None:
        """The loop that makes this one run again and again, in the same function or around a call of it."""
        return next(iter(_loops_around(self.module, self.place, self.loop)), None)


def parallel_loops(module: Module) -> list[TrainLoop]:
    """The loops of trainers that certainly have more than one worker, and whose ranks each train on rows of their own:
    where the model itself is divided, ranks read the same rows on purpose."""
    found: dict[Function, TrainLoop] = {}
    for trainer in module.trainers:
        loop = trainer.loop
        if loop is None or not trainer.workers or min(trainer.workers) < 2:
            continue
        if not loop.index.calls_named(*_DIVIDES_THE_MODEL) and not _has_a_mesh(module, loop):
            found[loop.function] = loop
    return list(found.values())


def _has_a_mesh(module: Module, loop: TrainLoop) -> bool:
    """Whether the ranks stand in more than a row: then those of one row may read the same."""
    shapes = [argument(call, "mesh_shape", 1) for call in loop.index.calls_named("init_device_mesh")]
    values = [module.value(shape) if shape is not None else None for shape in shapes]
    return any(not isinstance(value, ast.Tuple | ast.List) or len(value.elts) != 1 for value in values)


def readings_of(module: Module) -> list[Reading]:
    """Where the loops of `module` that run on several ranks train on what they read."""
    found: list[Reading] = []
    index = module.index
    if not index.calls_to(*DATA_LOADERS) and not index.calls_named(*_RAY_DATA_READS):
        return found
    for loop in parallel_loops(module):
        trains = _Trains(module)
        for place in loop.index.all(ast.For):
            found += _made(module, loop, place, _batches(place.iter), trains.always(place.body))
        comprehensions: list[ast.ListComp | ast.GeneratorExp]
        comprehensions = [*loop.index.all(ast.ListComp), *loop.index.all(ast.GeneratorExp)]
        for made in comprehensions:
            found += _made(module, loop, made, _batches(made.generators[0].iter), trains.always([made.elt]))
        for call in loop.index.calls_to("builtins.next"):
            around = next(iter(_loops_around(module, call, None)), None)
            if around is not None and call.args:
                taken = makers(module, call.args[0]) or ()
                inner = [part for maker in taken if isinstance(maker, ast.Call) for part in _batches(maker)]
                found += _made(module, loop, around, inner, trains.always(around.body))
    return found


def _made(
    module: Module,
    loop: TrainLoop,
    place: ast.For | ast.While | ast.ListComp | ast.GeneratorExp,
    iterated: Iterable[ast.expr],
    trains: bool,
) -> list[Reading]:
    return [Reading(module, loop, place, expression) for expression in iterated] if trains else []


def _batches(iterated: ast.expr) -> Iterator[ast.expr]:
    """`loader` of `enumerate(tqdm(loader))`, both of `zip(one, other)`."""
    if isinstance(iterated, ast.Call) and iterated.args:
        word = last_word(iterated.func)
        if word in _PASSES_ON:
            yield from _batches(iterated.args[0])
            return
        if word == "zip":
            for given in iterated.args:
                yield from _batches(given)
            return
    yield iterated


class _Trains:
    """Says of a piece of code whether it computes gradients, itself or in a function of this file that it calls."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._functions: dict[Function, bool] = {}

    def always(self, body: Sequence[ast.AST]) -> bool:
        """Whether `body` does whenever it runs."""
        return any(
            isinstance(node, ast.Call) and self._trains(node) and not self._is_chosen(node, body)
            for root in body
            for node in walk(root, into_functions=False)
        )

    def _trains(self, call: ast.Call) -> bool:
        if isinstance(call.func, ast.Attribute) and call.func.attr in _BACKWARDS:
            return True
        function = self._module.function(call.func)
        if function is None:
            return False
        if function not in self._functions:
            self._functions[function] = False  # answers recursion
            body = function.body if isinstance(function.body, list) else [function.body]
            self._functions[function] = self.always(body)
        return self._functions[function]

    def _is_chosen(self, call: ast.Call, body: Sequence[ast.AST]) -> bool:
        node: ast.AST | None = call
        while node is not None and node not in body:
            node = self._module.parent(node)
            if isinstance(node, ast.If | ast.IfExp | ast.BoolOp):
                return True
        return False


def _loops_around(module: Module, node: ast.AST, loop: TrainLoop | None, depth: int = 0) -> list[ast.For | ast.While]:
    """The `for` and `while` statements around `node`, innermost first; with `loop`, around calls of its function too.

    `for _ in range(1)` is none."""
    found: list[ast.For | ast.While] = []
    frame = module.frame(node)
    parent = module.parent(node)
    while parent is not None and parent is not frame:
        if isinstance(parent, ast.While) or (isinstance(parent, ast.For) and not _is_single(module, parent.iter)):
            found.append(parent)
        parent = module.parent(parent)
    if loop is not None and isinstance(frame, Function) and frame is not loop.function and depth < _DEEPEST_CALL:
        for call in loop.calls:
            if module.function(call.func) is frame:
                found += _loops_around(module, call, loop, depth + 1)
    return found


def _is_single(module: Module, iterated: ast.expr) -> bool:
    return (
        isinstance(iterated, ast.Call)
        and module.qualified(iterated.func) == "builtins.range"
        and len(iterated.args) == 1
        and constant(module, iterated.args[0]) == 1
    )
