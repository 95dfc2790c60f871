"""What an expression is made of: everything in this file that has a part in its value."""

from __future__ import annotations

import ast
from functools import cached_property

from .arguments import argument_keyword
from .loop import WELL_KNOWN, TrainLoop
from .module import Module
from .node_index import last_word
from .scopes import Binding, Function, walk

# Whoever writes one of these words thinks of ranks. They only ever make a rule silent.
_RANK_WORDS = frozenset(
    [
        "DistributedSampler",
        "get_dataset_shard",
        "get_local_rank",
        "get_node_rank",
        "get_rank",
        "get_world_rank",
        "get_world_size",
        "global_rank",
        "local_process_index",
        "local_rank",
        "num_processes",
        "num_replicas",
        "process_index",
        "rank",
        "shard",
        "split_between_processes",
        "split_dataset_by_node",
        "streaming_split",
        "world_rank",
        "world_size",
    ]
)
_RANK_VARIABLES = frozenset({"RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"})
_TORCH_DRAWS = frozenset(f"torch.{name}" for name in ("rand", "randn", "randint", "randperm", "normal", "bernoulli"))
_TORCH_SEEDS = frozenset({"manual_seed", "seed_everything", "set_seed", "enable_reproducibility"})
_STREAMS = frozenset({"IterableDataset", "IterDataPipe", "ChainDataset"})
_OWN_TO_A_PROCESS = ("uuid.", "secrets.", "time.", "os.getpid", "os.urandom", "socket.gethostname")
_SEEDABLE = frozenset({"numpy.random.default_rng", "numpy.random.RandomState", "random.Random"})


class Reach:
    """The nodes that have a part in the value of `expression`: through variables and what is done to them, parameters,
    and functions and classes of this file."""

    @classmethod
    def of(cls, module: Module, loop: TrainLoop, *expressions: ast.expr | None) -> Reach:
        """The same one each time, as several rules ask for that of a loader's data set."""
        known = loop.reaches.get(expressions)
        if known is None:
            known = loop.reaches[expressions] = cls(module, loop, *expressions)
        return known

    def __init__(self, module: Module, loop: TrainLoop, *expressions: ast.expr | None) -> None:
        self.module = module
        self.loop = loop
        self.nodes: list[ast.AST] = []
        seen: set[ast.AST] = set()
        followed: set[int] = set()
        waiting: list[ast.AST] = [expression for expression in expressions if expression is not None]
        while waiting:
            root = waiting.pop()
            if root in seen:
                continue
            for node in walk(root):
                if node in seen:
                    continue
                seen.add(node)
                self.nodes.append(node)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    bindings = module.bindings(node)
                    if id(bindings) in followed:
                        continue  # the same variable, seen in another place
                    followed.add(id(bindings))
                    for binding in bindings:
                        waiting += _behind(module, binding, node)
                    if any(binding.kind in ("assignment", "parameter") for binding in bindings):
                        waiting += _done_to(module, node, bindings)

    @cached_property
    def minds_the_rank(self) -> bool:
        """Whether anything in it has to do with ranks, by its value or only by its name."""
        for node in self.nodes:
            match node:
                case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.keyword(arg=word):
                    if word in _RANK_WORDS:
                        return True
                case ast.Constant(value=str(word)) if word in _RANK_VARIABLES:
                    return True
        return False

    @cached_property
    def is_in_sight(self) -> bool:
        """Whether all of it is in this file or in packages of which it is known what they do."""
        for node in self.nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                bindings = self.module.bindings(node)
                name = self.module.qualified(node) or ""
                if name and name.split(".")[0] not in WELL_KNOWN:
                    return False
                if not bindings and not name:
                    return False
        return True

    @cached_property
    def differs_by_chance(self) -> bool:
        """Whether it holds what each process draws or reads for itself: random numbers without a seed, a clock."""
        return any(isinstance(node, ast.Call) and self._draws_freely(node) for node in self.nodes)

    def _draws_freely(self, call: ast.Call) -> bool:
        if self.module.frame(call) is self.module.tree:
            return False  # drawn once, where the program was started, and sent to every rank
        name = self.module.qualified(call.func) or ""
        if name in _TORCH_DRAWS:
            return argument_keyword(call, "generator") is None and not self._seeds(_TORCH_SEEDS)
        if name in _SEEDABLE:
            return not call.args and not call.keywords
        if name.startswith("numpy.random."):
            return not self._seeds(frozenset({"seed", "seed_everything", "set_seed", "enable_reproducibility"}))
        if name.startswith("random."):
            return not self._seeds(frozenset({"seed", "seed_everything", "set_seed", "enable_reproducibility"}))
        if name.startswith("sklearn.datasets.make_"):
            return argument_keyword(call, "random_state") is None
        return name.startswith(_OWN_TO_A_PROCESS)

    def _seeds(self, words: frozenset[str]) -> bool:
        return any(True for _ in self.loop.index.calls_named(*words))

    @cached_property
    def is_a_stream(self) -> bool:
        """Whether it is, or holds, an `IterableDataset`, of which samplers know nothing."""
        for node in self.nodes:
            match node:
                case ast.ClassDef(bases=bases) if any(last_word(base) in _STREAMS for base in bases):
                    return True
                case ast.keyword(arg="streaming", value=ast.Constant(value=True)):
                    return True
                case ast.Call() if last_word(node.func) in _STREAMS | {"to_iterable_dataset"}:
                    return True
        return False


def _behind(module: Module, binding: Binding, name: ast.Name) -> list[ast.AST]:
    """What stands behind one meaning of `name`."""
    node = binding.node
    match binding.kind:
        case "function" | "class":
            return [node]
        case "parameter" if isinstance(node, Function):
            return [*(module.arguments_for(node, name.id) or ())]
        case "assignment" if binding.value is not None:
            return [binding.value]
        case "assignment":
            match node:
                case ast.Assign() | ast.AugAssign():
                    return [node.value]
                case ast.For() | ast.AsyncFor() | ast.comprehension():
                    return [node.iter]
                case ast.withitem():
                    return [node.context_expr]
    return []


def _done_to(module: Module, name: ast.Name, bindings: list[Binding]) -> list[ast.AST]:
    """What is written into the thing that `name` stands for, or handed to its methods: `rows.append(x)`, `a.b = x`."""
    parts: list[ast.AST] = []
    for other in module.index.names(name.id):
        parent = module.parent(other)
        if not isinstance(parent, ast.Attribute | ast.Subscript) or module.bindings(other) is not bindings:
            continue
        around = module.parent(parent)
        if not isinstance(parent.ctx, ast.Load):
            parts += [around.value] if isinstance(around, ast.Assign | ast.AugAssign) else []
            parts += [parent.slice] if isinstance(parent, ast.Subscript) else []
        elif isinstance(around, ast.Call) and around.func is parent:
            parts += [*around.args, *(keyword.value for keyword in around.keywords)]
    return parts


def divides_by_hand(module: Module, loop: TrainLoop) -> bool:
    """Whether the loop takes parts of something by rank (`batch[rank::size]`, `parts[rank]`), or skips by rank: then
    it may well divide among the ranks what all of them read."""
    chosen: list[ast.expr] = [
        node.slice for node in loop.index.all(ast.Subscript) if not isinstance(node.slice, ast.Constant)
    ]
    chosen += [node.test for node in loop.index.all(ast.If) if any(isinstance(s, ast.Continue) for s in node.body)]
    chosen += [test for node in loop.index.all(ast.comprehension) for test in node.ifs]
    for call in loop.index.calls_named("islice"):
        chosen += call.args[1:]
    return any(Reach(module, loop, expression).minds_the_rank for expression in chosen)
