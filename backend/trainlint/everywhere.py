"""What every rank does: writes and checkpoints that no condition on the rank keeps to some of them."""

from __future__ import annotations

import ast

from .checkpoints import REPORT, checkpoint_of, directory_of
from .files import Stored, saves
from .guards import Guards
from .loop import TrainLoop
from .module import Module
from .ranks import RankValues
from .scopes import Function, walk


class EveryRank:
    """The loops of a file with more than one worker for certain, and what all of their ranks do alike."""

    def __init__(self, module: Module, ranks: RankValues) -> None:
        self._module = module
        self.ranks = ranks
        self._known: dict[ast.Call, bool] = {}

    def all_loops(self) -> list[TrainLoop]:
        """Each such loop, once."""
        found = []
        for trainer in self._module.trainers:
            loop, workers = trainer.loop, trainer.workers
            if loop is not None and loop not in found and workers is not None and min(workers) > 1:
                found.append(loop)
        return found

    def loops(self) -> list[TrainLoop]:
        """Those whose ranks all report their checkpoint: none is given to `report` by a choice on the rank."""
        return [
            loop
            for loop in self.all_loops()
            if not any(self._is_chosen(report) for report in loop.index.calls_to(REPORT))
        ]

    def _is_chosen(self, report: ast.Call) -> bool:
        given = checkpoint_of(report)
        value = self._module.value(given) if given is not None else None
        return isinstance(value, ast.IfExp) and self.ranks.differs(value.test)

    def directories(self, loop: TrainLoop) -> list[tuple[ast.Call, ast.expr]]:
        """The checkpoints that every rank makes, each with its directory."""
        made = [(call, directory_of(self._module, call)) for call in loop.calls]
        return [(call, folder) for call, folder in made if folder is not None and self.do(call)]

    def writes(self, loop: TrainLoop) -> list[Stored]:
        """The files that every rank writes."""
        return [stored for stored in saves(self._module, loop.index) if self.do(stored.call)]

    def do(self, call: ast.Call) -> bool:
        """Whether nothing keeps `call`, or a call of the function it stands in, to some ranks."""
        if call not in self._known:
            self._known[call] = True  # answers recursion
            self._known[call] = self._do(call)
        return self._known[call]

    def _do(self, call: ast.Call) -> bool:
        frame = self._module.frame(call)
        if not isinstance(frame, Function):
            return True
        guards = Guards(self._module, self.ranks, lambda other: other is call)
        if self._is_guarded(call) or guards.keeps_ranks_away(call, frame):
            return False
        if isinstance(frame, ast.Lambda):
            return True
        callers = self._module.index.calls_named(frame.name)
        return all(self.do(caller) for caller in callers if self._module.function(caller.func) is frame)

    def _is_guarded(self, call: ast.Call) -> bool:
        """Whether a condition on the rank stands around `call`, with or without another branch that does the same."""
        node: ast.AST | None = call
        while node is not None:
            parent = self._module.parent(node)
            if isinstance(parent, ast.If | ast.IfExp) and node is not parent.test and self.ranks.differs(parent.test):
                return True
            node = parent
        return False


def every_rank(module: Module) -> EveryRank | None:
    """Asks `module`, where it makes checkpoints and has more than one worker."""
    if not module.index.calls_named("from_directory", "Checkpoint") or not module.trainers:
        return None
    ranks = module.ranks
    return EveryRank(module, ranks) if ranks is not None else None


def is_same_on_all_ranks(module: Module, path: ast.expr) -> bool:
    """Whether `path` is a text that each rank has alike: written out, or with nothing but a count of rounds in it."""
    if isinstance(path, ast.Constant):
        return isinstance(path.value, str)
    if not isinstance(path, ast.JoinedStr):
        return False
    return all(
        isinstance(node, ast.Constant | ast.JoinedStr | ast.FormattedValue) or _counts_rounds(module, node)
        for node in walk(path)
    )


def _counts_rounds(module: Module, node: ast.AST) -> bool:
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(
        isinstance(bound.node, ast.For)
        and isinstance(bound.node.target, ast.Name)
        and isinstance(bound.node.iter, ast.Call)
        and module.qualified(bound.node.iter.func) == "builtins.range"
        for bound in bindings
    )
