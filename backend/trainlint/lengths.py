"""How many items an expression has on each rank, as far as the text tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress

from .arguments import argument
from .module import Module
from .node_index import last_word
from .ranks import UNKNOWN, RankValues
from .scopes import walk
from .values import constant

_SAME_LENGTH = frozenset(
    {
        "builtins.enumerate",
        "builtins.iter",
        "builtins.list",
        "builtins.reversed",
        "builtins.sorted",
        "builtins.tuple",
        "tqdm.auto.tqdm",
        "tqdm.tqdm",
    }
)
_HOLDERS = frozenset({"torch.utils.data.DataLoader", "torch.utils.data.Subset"})
_SPLITTERS = frozenset(
    {"numpy.array_split", "torch.chunk", "torch.tensor_split", "torch.utils.data.random_split", "chunk", "tensor_split"}
)
_BATCHES = frozenset({"iter_torch_batches", "iter_batches"})
_CHANGES = frozenset({"append", "clear", "extend", "insert", "pop", "popleft", "remove"})
_DEEPEST = 12


class Lengths:
    """Asks whether ranks get a different number of items out of an expression."""

    def __init__(self, module: Module, ranks: RankValues) -> None:
        self._module = module
        self._ranks = ranks

    def differ(self, iterated: ast.expr) -> bool:
        """Whether a loop over `iterated` surely takes another number of rounds on some rank than on others."""
        if self._batch_size_varies(iterated):
            return True
        if isinstance(bound := self._range_bound(iterated), ast.expr) and self.shifts(bound):
            return True
        first = self.length(0, iterated)
        if first is None:
            return False
        found = {self.length(rank, iterated) for rank in self._ranks.world}
        return None not in found and len(found) > 1

    def shifts(self, number: ast.expr) -> bool:
        """Whether `number` is surely not the same on every rank: `3 - rank`, and also `steps - rank`."""
        if self._ranks.varies(number):
            return True
        value = self._module.value(number)
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
            sides = (value.left, value.right)
            return any(
                self._ranks.varies(side) and not self._ranks.mentions_rank(other)
                for side, other in (sides, sides[::-1])
            )
        return False

    def length(self, rank: int, expression: ast.expr, depth: int = 0) -> int | None:
        """How many items `expression` has on `rank`, or None."""
        if depth > _DEEPEST:
            return None
        value = self._module.value(expression)
        if isinstance(expression, ast.Name) and self._is_changed(expression):
            return None
        with suppress(TypeError, ValueError, OverflowError):
            match value:
                case ast.List(elts=elements) | ast.Tuple(elts=elements):
                    return None if any(isinstance(element, ast.Starred) for element in elements) else len(elements)
                case ast.Constant(value=str(text)):
                    return len(text)
                case ast.IfExp():
                    test = self._ranks.on(rank, value.test)
                    chosen = value.body if test else value.orelse
                    return None if test is UNKNOWN else self.length(rank, chosen, depth + 1)
                case ast.BinOp(op=ast.Mult()):
                    size, times = self.length(rank, value.left, depth + 1), self._number(rank, value.right, depth + 1)
                    return None if size is None or times is None else size * times
                case ast.Subscript(slice=ast.Slice()):
                    return self._sliced(rank, value, depth)
                case ast.Subscript():
                    chosen_item = self._item(rank, value)
                    return None if chosen_item is None else self.length(rank, chosen_item, depth + 1)
                case ast.Call():
                    return self._length_of_call(rank, value, depth)
        return None

    def _is_changed(self, name: ast.Name) -> bool:
        """Whether items are added to what `name` stands for, or taken away."""
        for other in self._module.index.names(name.id):
            parent = self._module.parent(other)
            if isinstance(parent, ast.Attribute) and parent.attr in _CHANGES:
                return True
            if isinstance(parent, ast.Subscript) and not isinstance(parent.ctx, ast.Load) and parent.value is other:
                return True
        return False

    def _length_of_call(self, rank: int, call: ast.Call, depth: int) -> int | None:
        name = self._module.qualified(call.func)
        if name == "builtins.range" and not call.keywords:
            bounds = [self._number(rank, given, depth + 1) for given in call.args]
            known = [bound for bound in bounds if bound is not None]
            return len(range(*known)) if len(known) == len(bounds) else None
        if name in _SAME_LENGTH and call.args:
            return self.length(rank, call.args[0], depth + 1)
        return None

    def _number(self, rank: int, expression: ast.expr, depth: int) -> int | None:
        value = self._ranks.on(rank, expression)
        if value is UNKNOWN:
            made = self._module.value(expression)
            if isinstance(made, ast.Call) and self._module.qualified(made.func) == "builtins.len" and made.args:
                return self.length(rank, made.args[0], depth + 1)
        return value if isinstance(value, int) else None

    def _sliced(self, rank: int, value: ast.Subscript, depth: int) -> int | None:
        size = self.length(rank, value.value, depth + 1)
        cut = value.slice
        if size is None or not isinstance(cut, ast.Slice):
            return None
        bounds: list[int | None] = []
        for part in (cut.lower, cut.upper, cut.step):
            bound = self._number(rank, part, depth + 1) if part is not None else None
            if part is not None and bound is None:
                return None
            bounds.append(bound)
        return len(range(size)[slice(*bounds)])

    def _item(self, rank: int, value: ast.Subscript) -> ast.expr | None:
        holder, place = self._module.value(value.value), self._ranks.on(rank, value.slice)
        if place is UNKNOWN:
            return None
        if isinstance(holder, ast.List | ast.Tuple) and isinstance(place, int) and place < len(holder.elts):
            return holder.elts[place]
        if isinstance(holder, ast.Dict):
            pairs = zip(holder.keys, holder.values, strict=True)
            return next((item for key, item in pairs if key and constant(self._module, key) == place), None)
        return None

    def _range_bound(self, iterated: ast.expr) -> ast.expr | None:
        value = self._module.value(iterated)
        is_range = isinstance(value, ast.Call) and self._module.qualified(value.func) == "builtins.range"
        if not is_range or not isinstance(value, ast.Call):
            return None
        if len(value.args) == 1:
            return value.args[0]
        starts = len(value.args) == 2 and constant(self._module, value.args[0]) is not ...
        return value.args[1] if starts else None

    def _batch_size_varies(self, iterated: ast.expr) -> bool:
        """Whether the ranks' batches, of parts of equal size, are of different sizes."""
        value = self._inner(iterated)
        if not isinstance(value, ast.Call):
            return False
        is_loader = self._module.qualified(value.func) == "torch.utils.data.DataLoader"
        if not is_loader and last_word(value.func) not in _BATCHES:
            return False
        size = argument(value, "batch_size", 1 if is_loader else None)
        return size is not None and self._ranks.varies(size)

    def _inner(self, iterated: ast.expr) -> ast.expr:
        """`iterated` without what leaves the number of its items alone."""
        value = self._module.value(iterated)
        for _ in range(_DEEPEST):
            if not isinstance(value, ast.Call) or not value.args:
                break
            name = self._module.qualified(value.func)
            if name not in _SAME_LENGTH and name != "ray.train.torch.prepare_data_loader":
                break
            value = self._module.value(value.args[0])
        return value

    def may_differ(self, iterated: ast.expr) -> ast.expr | None:
        """The expression in which `iterated` is cut by hand into parts that need not be of one size, if it is:
        `files[rank::world]`, `range(rank, n, world)`, `parts[rank]`."""
        value = self._inner(iterated)
        for _ in range(_DEEPEST):
            if isinstance(value, ast.Call):
                name = self._module.qualified(value.func)
                bound = self._range_bound(value)
                if bound is not None and name == "builtins.range":
                    counted = self._module.value(bound)
                    of_length = isinstance(counted, ast.Call) and self._module.qualified(counted.func) == "builtins.len"
                    if not of_length or not isinstance(counted, ast.Call) or not counted.args:
                        return None
                    value = self._inner(counted.args[0])
                    continue
                if name in _HOLDERS:
                    dropped = argument(value, "drop_last", 8) if name == "torch.utils.data.DataLoader" else None
                    if dropped is not None and constant(self._module, dropped) is not False:
                        return None
                    inner = argument(value, "indices", 1) if name == "torch.utils.data.Subset" else None
                    inner = inner if inner is not None else argument(value, "dataset", 0)
                    if inner is None or argument(value, "sampler") is not None:
                        return None
                    value = self._inner(inner)
                    continue
            break
        return value if self._cuts_unevenly(value) else None

    def _cuts_unevenly(self, value: ast.expr) -> bool:
        match value:
            case ast.Subscript(slice=ast.Slice(lower=ast.expr() as start, step=ast.expr() as step)):
                strided = self._ranks.varies(start) and self._is_world_size(step)
                return strided and not self._is_trimmed(value.value)
            case ast.Subscript(value=holder, slice=place) if not isinstance(place, ast.Slice):
                if not self._ranks.varies(place):
                    return False
                made = self._module.value(holder)
                return isinstance(made, ast.Call) and (
                    self._module.qualified(made.func) in _SPLITTERS or last_word(made.func) in _SPLITTERS
                )
            case ast.Call(args=[start, end, step]):
                name = self._module.qualified(value.func)
                strided = self._ranks.varies(start) and self._is_world_size(step)
                known = self._number(0, end, 0) is not None
                return name == "builtins.range" and strided and not known and not self._is_trimmed(end)
            case ast.Call(args=[items, start, end, step]):
                name = self._module.qualified(value.func)
                strided = self._ranks.varies(start) and self._is_world_size(step)
                even = self._is_trimmed(items) or self._is_trimmed(end) or self._number(0, end, 0) is not None
                return name == "itertools.islice" and strided and not even
        return False

    def _is_world_size(self, step: ast.expr) -> bool:
        return bool(self._ranks.on(0, step) == len(self._ranks.world))

    def _is_trimmed(self, items: ast.expr) -> bool:
        """Whether something was cut from `items` so that a division comes out even, or how many they are is known."""
        return self.length(0, items) is not None or any(
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod | ast.FloorDiv)
            for value in self._written(items)
            for node in walk(value)
        )

    def _written(self, items: ast.expr) -> Iterator[ast.expr]:
        yield items
        for name in walk(items):
            if isinstance(name, ast.Name):
                for binding in self._module.bindings(name):
                    if binding.value is not None:
                        yield binding.value
