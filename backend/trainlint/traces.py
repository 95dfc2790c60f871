"""What each rank does on its way through a function: the meetings with other ranks, in their order."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cached_property

from .collectives import Collectives
from .guards import Guards
from .methods import called, calls_of
from .module import Module
from .ranks import UNKNOWN, RankValues
from .scopes import Function, children_of

Token = str | tuple[object, ...]
Trace = tuple[Token, ...]

_LEAVES = (ast.Return, ast.Continue, ast.Break, ast.Raise)
_OTHER_HALF = {"__enter__": "__exit__", "__exit__": "__enter__"}
_MOST_RANKS = 4
_DEEPEST_CALL = 8


class RankTraces:
    """Walks through functions once for each rank.

    A condition that is known for the rank takes one way; one that is not known stands in the trace with both its ways,
    and so does a loop with its body. What is the same on every rank therefore gives the same trace, and the well-known
    pair `if rank != 0: barrier()` and `if rank == 0: barrier()` does too.
    """

    def __init__(self, module: Module, ranks: RankValues, collectives: Collectives) -> None:
        self._module = module
        self._ranks = ranks
        self._collectives = collectives
        self._known: dict[tuple[ast.AST, int], Trace] = {}
        self._guards: dict[str | None, Guards] = {}

    def guards(self, kind: str | None = None) -> Guards:
        """What keeps ranks away from meetings of `kind`, or of any."""
        if kind not in self._guards:
            known = self._collectives.all
            if kind is None:
                self._guards[kind] = Guards(self._module, self._ranks, known.__contains__)
            else:
                chosen = {call for call, word in known.items() if word == kind}
                self._guards[kind] = Guards(self._module, self._ranks, chosen.__contains__)
        return self._guards[kind]

    def same(self, function: Function, kind: str) -> bool:
        """Whether every rank comes to the meetings of `kind` in `function` in the same way, or all that call it make up
        for it: one helper lets the other ranks wait, and another lets them go."""
        return self._same(function, kind, set())

    def _same(self, function: Function, kind: str, seen: set[Function]) -> bool:
        if function in seen:
            return False
        seen.add(function)
        if self._same_itself(function, kind) or self._has_other_half(function, kind):
            return True
        frames = {self._module.frame(call) for call in calls_of(self._module, function)}
        callers = [frame for frame in frames if isinstance(frame, Function)]
        return bool(frames) and len(callers) == len(frames) and all(self._same(one, kind, seen) for one in callers)

    def _has_other_half(self, function: Function, kind: str) -> bool:
        """Whether `function` opens or closes a `with` whose other end has such a meeting too."""
        other = _OTHER_HALF.get(getattr(function, "name", ""))
        around = self._module.parent(function)
        return isinstance(around, ast.ClassDef) and any(
            isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
            and method.name == other
            and any(kind in self.kinds_in(statement) for statement in method.body)
            for method in around.body
        )

    def _same_itself(self, function: Function, kind: str) -> bool:
        return len({_chosen(self.trace(function, rank), lambda word: word == kind) for rank in self.tried}) == 1

    @cached_property
    def tried(self) -> list[int]:
        """A few ranks that stand for all: the first ones and the last."""
        if not self._asks_for_rank():
            return [0]  # all go the same way
        world = list(self._ranks.world)
        return world[: _MOST_RANKS - 1] + world[-1:] if len(world) > _MOST_RANKS else world

    def _asks_for_rank(self) -> bool:
        """Whether the rank has a part in any condition that decides about a meeting."""
        index, relevant = self._module.index, self._relevant
        tests = [statement.test for statement in index.all(ast.If) if statement in relevant]
        tests += [choice.test for choice in index.all(ast.IfExp) if choice in relevant]
        operands = [operand for node in index.all(ast.BoolOp) if node in relevant for operand in node.values]
        return any(self._ranks.depends(test) for test in (*tests, *operands))

    def trace(self, function: Function, rank: int, depth: int = 0) -> Trace:
        """The meetings of `rank` in `function`."""
        key = (function, rank)
        if key not in self._known:
            self._known[key] = ()  # answers recursion
            if isinstance(function, ast.Lambda):
                self._known[key] = self._expression(function.body, rank, depth)
            else:
                self._known[key] = self._block(function.body, rank, depth)[0]
        return self._known[key]

    @cached_property
    def meetings(self) -> dict[ast.Call, set[str]]:
        """The calls that meet, and those of functions of this file in which one of them stands; and as what."""
        found: dict[ast.Call, set[str]] = {}
        waiting = list(self._collectives.all.items())
        while waiting:
            call, kind = waiting.pop()
            kinds = found.setdefault(call, set())
            if kind in kinds or (kind == "backward" and self._collectives.keeps_gradients(call)):
                continue
            kinds.add(kind)
            frame = self._module.frame(call)
            callers = calls_of(self._module, frame) if isinstance(frame, Function) else []
            waiting += [(caller, kind) for caller in callers]
        return {call: kinds for call, kinds in found.items() if kinds}

    def other_order(self, condition: ast.If) -> tuple[str, str] | None:
        """The first two meetings that do not fit, if the branches of `condition`, which some ranks take and others do
        not, come to the same meetings one after the other, but not in the same order."""
        taken = {bool(self._ranks.on(rank, condition.test)): rank for rank in self.tried}
        if len(taken) < 2:
            return None
        ours, _ = self._block(condition.body, taken[True], 0)
        theirs, _ = self._block(condition.orelse, taken[False], 0)
        if sorted(map(str, ours)) != sorted(map(str, theirs)):
            return None
        pairs = [(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
        return next(((one, other) for one, other in pairs if isinstance(one, str) and isinstance(other, str)), None)

    def kinds_in(self, node: ast.AST) -> set[str]:
        """As what ranks meet in `node`, functions inside it left out."""
        return self._kinds_in.get(node, set())

    def kinds_in_rounds(self, loop: ast.For | ast.While) -> set[str]:
        """As what they meet in each round of `loop`, and not in what it goes through."""
        again = [loop.test] if isinstance(loop, ast.While) else []
        return {kind for node in [*again, *loop.body] for kind in self.kinds_in(node)}

    @cached_property
    def _kinds_in(self) -> dict[ast.AST, set[str]]:
        found: dict[ast.AST, set[str]] = {}
        for call, kinds in self.meetings.items():
            around: ast.AST | None = call
            while around is not None and not isinstance(around, Function):
                found.setdefault(around, set()).update(kinds)
                around = self._module.parent(around)
        return found

    @cached_property
    def _relevant(self) -> set[ast.AST]:
        """Everything with a meeting in it, or with a statement that leaves."""
        found: set[ast.AST] = set()
        for start in [*self.meetings, *(node for kind in _LEAVES for node in self._module.index.all(kind))]:
            node: ast.AST | None = start
            while node is not None and node not in found:
                found.add(node)
                node = self._module.parent(node)
        return found

    def _block(self, statements: Iterable[ast.stmt], rank: int, depth: int) -> tuple[Trace, str]:
        """The meetings of `statements`, and how they end: `Return`, `Break`, ... or empty."""
        trace: list[Token] = []
        for statement in statements:
            if statement in self._relevant:
                more, end = self._statement(statement, rank, depth)
                trace += more
                if end:
                    return tuple(trace), end
        return tuple(trace), ""

    def _statement(self, statement: ast.stmt, rank: int, depth: int) -> tuple[Trace, str]:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return (), ""
            case ast.If():
                return self._if(statement, rank, depth)
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(statement, rank, depth)
            case ast.With() | ast.AsyncWith():
                opened = [token for item in statement.items for token in self._expression(item, rank, depth)]
                body, end = self._block(statement.body, rank, depth)
                return (*opened, *body), end
            case ast.Try():
                body, end = self._block([*statement.body, *statement.orelse], rank, depth)
                handlers = [self._block(handler.body, rank, depth) for handler in statement.handlers]
                last, last_end = self._block(statement.finalbody, rank, depth)
                caught: Trace = (_ways("except", statement, handlers),) if any(map(any, handlers)) else ()
                return (*body, *caught, *last), last_end or end
            case ast.Match():
                cases = [self._block(case.body, rank, depth) for case in statement.cases]
                subject = self._expression(statement.subject, rank, depth)
                return (*subject, _ways("match", statement, cases)), ""
        trace = self._expression(statement, rank, depth)
        return trace, type(statement).__name__ if isinstance(statement, _LEAVES) else ""

    def _if(self, statement: ast.If, rank: int, depth: int) -> tuple[Trace, str]:
        before = self._expression(statement.test, rank, depth)
        value = self._ranks.on(rank, statement.test)
        if value is not UNKNOWN:
            trace, end = self._block(statement.body if value else statement.orelse, rank, depth)
            return before + trace, end
        body, other = (self._block(block, rank, depth) for block in (statement.body, statement.orelse))
        if body == other:
            return before + body[0], body[1]
        return (*before, _ways("if", statement, [body, other])), ""

    def _loop(self, statement: ast.For | ast.AsyncFor | ast.While, rank: int, depth: int) -> tuple[Trace, str]:
        asked = statement.test if isinstance(statement, ast.While) else statement.iter
        before = self._expression(asked, rank, depth)
        body, end = self._block(statement.body, rank, depth)
        last, last_end = self._block(statement.orelse, rank, depth)
        round_: Trace = (("loop", statement.lineno, body, end == "Break"),) if body else ()
        return (*before, *round_, *last), end if end in ("Return", "Raise") else last_end

    def _expression(self, expression: ast.AST, rank: int, depth: int) -> Trace:
        if expression not in self._relevant and not isinstance(expression, ast.withitem):
            return ()
        match expression:
            case ast.Lambda() | ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return ()
            case ast.IfExp():
                before = self._expression(expression.test, rank, depth)
                value = self._ranks.on(rank, expression.test)
                body, other = (self._expression(arm, rank, depth) for arm in (expression.body, expression.orelse))
                if value is not UNKNOWN:
                    return before + (body if value else other)
                return (*before, ("if", expression.lineno, body, other))
            case ast.BoolOp():
                trace: list[Token] = []
                for operand in expression.values:
                    trace += self._expression(operand, rank, depth)
                    value = self._ranks.on(rank, operand)
                    if value is not UNKNOWN and bool(value) is isinstance(expression.op, ast.Or):
                        break
                return tuple(trace)
        inside = tuple(token for child in children_of(expression) for token in self._expression(child, rank, depth))
        if not isinstance(expression, ast.Call):
            return inside
        kind = self._collectives.kind(expression)
        if kind is not None:
            return (*inside, kind)
        function = called(self._module, expression)
        if function is None or expression not in self.meetings or depth > _DEEPEST_CALL:
            return inside
        made = self.trace(function, rank, depth + 1)
        if self._collectives.keeps_gradients(expression):
            made = _chosen(made, lambda word: word != "backward")
        return inside + made


def _ways(tag: str, statement: ast.stmt, blocks: list[tuple[Trace, str]]) -> Token:
    """Several ways to go on, of which it is not known which is taken."""
    return (tag, statement.lineno, *(trace for trace, _ in blocks), *(end for _, end in blocks))


def _chosen(trace: Trace, wanted: Callable[[str], bool]) -> Trace:
    """`trace` with the meetings of the wanted kinds, and what stands around them."""
    kept: list[Token] = []
    for token in trace:
        if isinstance(token, str):
            kept += [token] if wanted(token) else []
        else:
            tag, line, *parts = token
            inside = [_chosen(part, wanted) if isinstance(part, tuple) else part for part in parts]
            if any(part for part in inside if isinstance(part, tuple)):
                kept.append((tag, line, *inside))
    return tuple(kept)
