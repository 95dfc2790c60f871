"""Which values a rank has to itself: made from its own part of the data, its clock or its random numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from .arguments import argument
from .attributes import attribute_values
from .collectives import WRAPPERS, Collectives, returns_of
from .methods import called, given_to, is_self
from .module import Module
from .node_index import last_word
from .origins import makers
from .ranks import RankValues
from .reaching import reaching
from .scopes import Function, children_of, walk
from .shards import BATCHES
from .traces import RankTraces
from .unpacking import goes_through
from .values import constant

_OWN_DATA = frozenset(
    {
        "ray.train.get_dataset_shard",
        "ray.train.torch.prepare_data_loader",
        "torch.utils.data.DistributedSampler",
        "torch.utils.data.distributed.DistributedSampler",
    }
)
_DISTRIBUTED = ("torch.distributed.",)
_CLOCKS = ("time.", "datetime.")
_RANDOM = ("torch.rand", "torch.normal", "random.", "numpy.random.")
_MODELS = ("torch.", "torchvision.", "timm.", "transformers.", *WRAPPERS)
_PLAIN = ("builtins.", "math.", "numpy.", "ray.train.", "copy.", "statistics.", "collections.", *_MODELS)
_RANK = frozenset({"get_world_rank", "get_local_rank", "get_rank", "get_world_size", "is_initialized", "is_available"})
_PLAIN_METHODS = frozenset(
    [
        *("abs", "all", "any", "argmax", "astype", "clone", "copy", "cpu", "cuda", "detach", "div", "double", "eq"),
        *("exp", "flatten", "float", "get", "half", "item", "items", "isfinite", "isinf", "isnan", "keys", "log"),
        *("long", "max", "mean", "min", "mul", "norm", "numel", "numpy", "pow", "round", "size", "sqrt", "square"),
        *("squeeze", "std", "sub", "sum", "to", "tolist", "total_seconds", "unsqueeze", "values", "var", "view"),
    ]
)
# Meetings that leave no value behind which the ranks would share.
_SHARE_NOTHING = BATCHES | frozenset(
    {"report", "backward", "barrier", "dist.barrier", "prepare_model", "DistributedDataParallel", "new_group"}
)
_FORMS = frozenset({"device", "dtype", "grad_fn", "is_cuda", "ndim", "requires_grad", "shape"})
_ASKS_FOR_FORM = frozenset({"dim", "hasattr", "isinstance", "len", "nelement", "numel", "size", "type"})
_MOST_NODES = 600


class Locality:
    """Asks of an expression whether ranks may well disagree on it.

    "Yes" is sure: something of this rank alone is in it, everything else in it is in sight, and no collective had a
    part in it. A value that was all-reduced or broadcast is shared.
    """

    def __init__(self, module: Module, ranks: RankValues, collectives: Collectives, traces: RankTraces) -> None:
        self._module = module
        self._ranks = ranks
        self._collectives = collectives
        self._traces = traces
        self._known: dict[ast.expr, bool] = {}

    def is_local(self, expression: ast.expr) -> bool:
        """Whether `expression` is surely made from what one rank has to itself."""
        if expression not in self._known:
            self._known[expression] = self._search(expression)
        return self._known[expression]

    def _search(self, expression: ast.expr) -> bool:
        waiting: list[ast.expr] = [expression]
        seen: set[ast.AST] = set()
        local = False
        while waiting:
            root = waiting.pop()
            if root in seen:
                continue
            if len(seen) > _MOST_NODES:
                return False
            for node in _values_in(root):
                seen.add(node)
                if isinstance(node, ast.Call):
                    answer = self._call(node)
                    if answer is None:
                        return False
                    local = local or answer
                    function = called(self._module, node)
                    waiting += returns_of(function) if function is not None else []
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    more = self._name(node)
                    if more is None:
                        return False
                    waiting += more
                elif isinstance(node, ast.Attribute) and is_self(self._module, node.value):
                    values = attribute_values(self._module, node) or []
                    if not values and not _is_called(self._module, node):
                        return False
                    waiting += values
                elif isinstance(node, ast.Await | ast.Yield | ast.YieldFrom):
                    return False
        return local

    def _call(self, call: ast.Call) -> bool | None:
        """Whether `call` brings in something of this rank alone; None where it may share, or is out of sight."""
        if self._traces.meetings.get(call, set()) - _SHARE_NOTHING:
            return None
        name = self._module.qualified(call.func) or ""
        word = last_word(call.func)
        if word in _RANK:
            return False
        if name.startswith(_DISTRIBUTED):
            return None
        if name in _OWN_DATA or word in BATCHES or name.startswith(_CLOCKS):
            return True
        if name.startswith(_RANDOM):
            return not self._same_random_numbers
        if name == "torch.utils.data.DataLoader":
            shuffle = argument(call, "shuffle", 2)
            return shuffle is not None and constant(self._module, shuffle) is True and not self._same_random_numbers
        if called(self._module, call) is not None or name.startswith(_PLAIN) or self._is_class(call.func):
            return False
        if isinstance(call.func, ast.Attribute) and word in _PLAIN_METHODS:
            return False
        return False if self._is_model(call.func) else None

    def _is_model(self, called: ast.expr) -> bool:
        """Whether `called` is a model or a loss function: what comes out depends on what goes in."""
        if self._collectives.is_wrapped_model(called):
            return True
        found = makers(self._module, called)
        return bool(found) and all(
            isinstance(maker, ast.Call)
            and ((self._module.qualified(maker.func) or "").startswith(_MODELS) or self._is_class(maker.func))
            for maker in found or ()
        )

    def _is_class(self, called: ast.expr) -> bool:
        binding = self._module.binding(called) if isinstance(called, ast.Name) else None
        return binding is not None and binding.kind == "class"

    def _name(self, name: ast.Name) -> list[ast.expr] | None:
        """What `name` was made from, the conditions around each assignment included; None if not all is in sight."""
        frame = self._module.frame(name)
        if (frame, name.id) in self._shared:
            return None
        if is_self(self._module, name):
            return []  # its attributes are looked at one by one
        found: list[ast.expr] = []
        for binding in reaching(self._module, name):
            node = binding.node
            if binding.kind in ("import", "function", "class"):
                continue
            if binding.kind == "parameter" and isinstance(node, Function):
                if any(trainer.loop is not None and trainer.loop.function is node for trainer in self._module.trainers):
                    continue  # the configuration, which is the same everywhere
                given = given_to(self._module, node, name.id)
                if given is None:
                    return None
                found += given
                continue
            made = goes_through(self._module, node, name.id) or _made_from(node)
            if made is None:
                return None
            found += [made, *self._conditions(node)]
        return [*found, *self._put_into.get((frame, name.id), [])]

    def _conditions(self, statement: ast.AST) -> Iterator[ast.expr]:
        child, parent = statement, self._module.parent(statement)
        while parent is not None and not isinstance(child, Function):
            if isinstance(parent, ast.If) and child is not parent.test:
                yield parent.test
            child, parent = parent, self._module.parent(parent)

    @cached_property
    def _put_into(self) -> dict[tuple[ast.AST, str], list[ast.expr]]:
        """What was put into a list, by the function and the name of the list."""
        found: dict[tuple[ast.AST, str], list[ast.expr]] = {}
        for call in self._module.index.calls_named("append", "extend"):
            if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
                found.setdefault((self._module.frame(call), call.func.value.id), []).extend(call.args)
        return found

    @cached_property
    def _shared(self) -> set[tuple[ast.AST, str]]:
        """The names that a collective was given, by the function they stand in: it may have written into them."""
        calls = [call for call, kinds in self._traces.meetings.items() if kinds - _SHARE_NOTHING]
        calls += [
            call for call in self._module.calls if (self._module.qualified(call.func) or "").startswith(_DISTRIBUTED)
        ]
        return {
            (self._module.frame(call), node.id)
            for call in calls
            for given in (*call.args, *(keyword.value for keyword in call.keywords))
            for node in walk(given)
            if isinstance(node, ast.Name)
        }

    @cached_property
    def _same_random_numbers(self) -> bool:
        """Whether every rank may draw the same: a seed is set, and not one for each rank."""
        seeds = self._module.index.calls_named("manual_seed", "seed", "seed_everything", "set_seed", "default_rng")
        return any(not any(self._ranks.mentions_rank(given) for given in call.args) for call in seeds)


def _values_in(root: ast.expr) -> Iterator[ast.AST]:
    """`root` and what its value depends on. How large a batch is and what kind of thing it is does not count: with a
    sampler or a divided dataset that is the same on every rank."""
    waiting: list[ast.AST] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Lambda) and node is not root:
            continue
        if isinstance(node, ast.Attribute) and node.attr in _FORMS:
            continue
        if isinstance(node, ast.Call) and last_word(node.func) in _ASKS_FOR_FORM:
            continue
        if isinstance(node, ast.Compare) and all(isinstance(test, ast.Is | ast.IsNot) for test in node.ops):
            continue
        yield node
        waiting.extend(children_of(node))


def _is_called(module: Module, method: ast.Attribute) -> bool:
    call = module.parent(method)
    return isinstance(call, ast.Call) and call.func is method and called(module, call) is not None


def _made_from(node: ast.AST) -> ast.expr | None:
    match node:
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.NamedExpr():
            return node.value
        case ast.For() | ast.AsyncFor() | ast.comprehension():
            return node.iter
        case ast.withitem():
            return node.context_expr
    return None
