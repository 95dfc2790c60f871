"""Which calls meet the other ranks: each of them returns only once every rank has made it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from .arguments import argument, has_unseen_arguments
from .attributes import attribute_values
from .module import Module
from .node_index import last_word
from .origins import certainly_made_by, makers
from .scopes import Function, walk
from .shards import BATCHES, is_divided_shard
from .values import constant

TRAIN_COLLECTIVES = {
    "ray.train.report": "report",
    "ray.train.collective.barrier": "barrier",
    "ray.train.collective.broadcast_from_rank_zero": "broadcast_from_rank_zero",
    "ray.train.get_preemption_info": "get_preemption_info",
}
"""Those of Ray Train share one barrier, which counts arrivals and does not ask what was called."""

TORCH_COLLECTIVES = {
    "all_gather": 2,
    "all_gather_coalesced": 2,
    "all_gather_into_tensor": 2,
    "all_gather_object": 2,
    "all_reduce": 2,
    "all_reduce_coalesced": 2,
    "all_to_all": 2,
    "all_to_all_single": 4,
    "barrier": 0,
    "broadcast": 2,
    "broadcast_object_list": 2,
    "gather": 3,
    "gather_object": 3,
    "monitored_barrier": 0,
    "reduce": 3,
    "reduce_scatter": 3,
    "reduce_scatter_tensor": 3,
    "scatter": 3,
    "scatter_object_list": 3,
}
"""Functions of `torch.distributed`, and at which place (from 0) each takes its group."""

WRAPPERS = (
    "ray.train.torch.prepare_model",
    "torch.nn.parallel.DistributedDataParallel",
    "torch.nn.parallel.distributed.DistributedDataParallel",
    "torch.distributed.fsdp.FullyShardedDataParallel",
    "torch.distributed.fsdp.fully_sharded_data_parallel.FullyShardedDataParallel",
)
"""What gives a model whose backward pass averages gradients between ranks."""

_TORCH = ("torch.distributed.", "torch.distributed.distributed_c10d.", "torch.distributed.nn.functional.")
_MADE_BY_ALL = ("torch.distributed.new_group", "torch.distributed.init_process_group")
_SAVED_BY_ALL = ("torch.distributed.checkpoint.save", "torch.distributed.checkpoint.load")
_OF_ACCELERATE = frozenset({"wait_for_everyone", "gather", "gather_for_metrics", "reduce"})
_ASSIGNMENTS = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)
_MOST_STEPS = 300


class Collectives:
    """Says of each call whether it meets the other ranks, and under which name."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._kinds: dict[ast.Call, str | None] = {}

    def kind(self, call: ast.Call) -> str | None:
        """The word for the meeting that `call` is (`report`, `all_reduce`, `backward`), or None. A collective in a
        group of its own is none, and neither is what passes from one rank to another."""
        if call not in self._kinds:
            self._kinds[call] = self._kind(call)
        return self._kinds[call]

    @cached_property
    def all(self) -> dict[ast.Call, str]:
        """Every such call of the file."""
        found = {call: self.kind(call) for call in self._module.calls}
        return {call: kind for call, kind in found.items() if kind is not None}

    def _kind(self, call: ast.Call) -> str | None:
        name = self._module.qualified(call.func) or ""
        if name in TRAIN_COLLECTIVES:
            return TRAIN_COLLECTIVES[name]
        word = last_word(call.func)
        if name.startswith(_TORCH):
            return self._kind_of_torch(call, name, name.rsplit(".", 1)[-1])
        if name in WRAPPERS[:3]:
            return name.rsplit(".", 1)[-1] if self._wraps(call) else None
        if word == "backward":
            return word if self._averages_gradients(call) else None
        if word == "state_dict" and isinstance(call.func, ast.Attribute):
            return word if self._is_fully_sharded(call.func.value) else None
        if word in BATCHES and isinstance(call.func, ast.Attribute):
            return word if is_divided_shard(self._module, call.func.value) else None
        if word in _OF_ACCELERATE and isinstance(call.func, ast.Attribute):
            made = certainly_made_by(self._module, call.func.value, "accelerate.Accelerator")
            return word if made else None
        return None

    def _kind_of_torch(self, call: ast.Call, name: str, word: str) -> str | None:
        if has_unseen_arguments(call):
            return None
        if name in _MADE_BY_ALL:
            return word
        if name in _SAVED_BY_ALL:
            alone = {"no_dist", "process_group"} & {keyword.arg for keyword in call.keywords}
            return f"checkpoint.{word}" if not alone else None
        for prefix in _TORCH:
            if name == prefix + word and word in TORCH_COLLECTIVES:
                group = argument(call, "group", TORCH_COLLECTIVES[word])
                of_all = group is None or constant(self._module, group) is None or last_word(group) == "WORLD"
                return ("dist.barrier" if word == "barrier" else word) if of_all else None
        return None

    def _wraps(self, call: ast.Call) -> bool:
        """Whether `call` really wraps: `prepare_model(model, parallel_strategy=None)` does not."""
        if has_unseen_arguments(call) or argument(call, "process_group") is not None:
            return False
        strategy = argument(call, "parallel_strategy", 2)
        return strategy is None or constant(self._module, strategy) in ("ddp", "fsdp")

    def _is_fully_sharded(self, model: ast.expr) -> bool:
        if "LOCAL_STATE_DICT" in self._module.source.text:
            return False
        found = makers(self._module, model)
        return bool(found) and all(
            isinstance(maker, ast.Call)
            and (
                self._module.qualified(maker.func) in WRAPPERS[3:]
                or (
                    self._module.qualified(maker.func) == WRAPPERS[0]
                    and constant(self._module, argument(maker, "parallel_strategy", 2)) == "fsdp"
                )
            )
            for maker in found or ()
        )

    def _averages_gradients(self, call: ast.Call) -> bool:
        """Whether `call` is the backward pass of a loss that surely came out of a wrapped model."""
        if not isinstance(call.func, ast.Attribute) or self.keeps_gradients(call):
            return False
        return any(self.is_wrapped_model(made.func) for made in self.calls_behind(call.func.value))

    def is_wrapped_model(self, expression: ast.expr) -> bool:
        """Whether `expression` is certainly a model that was wrapped, whatever assigned it."""
        if isinstance(expression, ast.Attribute) and isinstance(expression.value, ast.Name):
            values = attribute_values(self._module, expression) or []
            return bool(values) and all(self.is_wrapped_model(value) for value in values)
        found = makers(self._module, expression)
        if not found:
            return False
        wrapping = [
            maker
            for maker in found
            if isinstance(maker, ast.Call)
            and self._module.qualified(maker.func) in WRAPPERS
            and (self._module.qualified(maker.func) not in WRAPPERS[:3] or self._wraps(maker))
        ]
        # `model = Net()` and then `model = prepare_model(model)` has a maker that the second one takes in.
        taken = {name.id for maker in wrapping for name in maker.args if isinstance(name, ast.Name)}
        return bool(wrapping) and all(maker in wrapping or self._assigned_to(maker) & taken for maker in found)

    def _assigned_to(self, value: ast.AST) -> set[str]:
        """The names that `value`, perhaps with methods after it, is assigned to."""
        around = self._module.parent(value)
        while isinstance(around, ast.Call | ast.Attribute):
            around = self._module.parent(around)
        targets = around.targets if isinstance(around, ast.Assign) else []
        return {target.id for target in targets if isinstance(target, ast.Name)}

    def calls_behind(self, expression: ast.expr) -> Iterator[ast.Call]:
        """Every call of this file that may have had a part in `expression`."""
        waiting: list[ast.AST] = [expression]
        seen: set[ast.AST] = set()
        while waiting and len(seen) < _MOST_STEPS:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            for inner in walk(node, into_functions=False):
                if isinstance(inner, ast.Call):
                    yield inner
                    function = self._module.function(inner.func)
                    waiting += returns_of(function) if function is not None else []
                elif isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load):
                    waiting += self._assigned(inner)

    def _assigned(self, name: ast.Name) -> Iterator[ast.expr]:
        for binding in self._module.bindings(name):
            if binding.kind == "parameter" and isinstance(binding.node, Function):
                yield from self._module.arguments_for(binding.node, name.id) or ()
            elif isinstance(binding.node, _ASSIGNMENTS) and binding.node.value is not None:
                yield binding.node.value

    def keeps_gradients(self, node: ast.AST) -> bool:
        """Whether `node` stands in `with model.no_sync():` or `with model.join():`, where a backward pass waits for
        nobody that is gone."""
        inside: ast.AST | None = node
        while inside is not None and not isinstance(inside, Function):
            if isinstance(inside, ast.With) and any(
                isinstance(part, ast.Attribute) and part.attr in ("no_sync", "join")
                for item in inside.items
                for part in walk(item.context_expr)
            ):
                return True
            inside = self._module.parent(inside)
        return False


def returns_of(function: Function) -> list[ast.expr]:
    """Every expression that `function` may give back."""
    if isinstance(function, ast.Lambda):
        return [function.body]
    return [
        node.value
        for node in walk(function, into_functions=False)
        if isinstance(node, ast.Return) and node.value is not None
    ]
