"""A file parsed once, and the questions that rules ask about it."""

from __future__ import annotations

import ast
import builtins
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .cluster import Cluster
from .node_index import NodeIndex
from .scope_table import ScopeTable
from .scopes import Binding, Function, Scope, walk
from .source import Source

if TYPE_CHECKING:
    from .batches import Reading
    from .collectives import Collectives
    from .ranks import RankValues
    from .traces import RankTraces
    from .trainer import Trainer

_BUILTIN_NAMES = frozenset(dir(builtins))
# An alias of an alias of an alias: real files stop at three, `a = b; b = a` never does.
_LONGEST_ALIAS_CHAIN = 12


class Module:
    """One file, its names resolved. Nothing here is ever a guess: what is not sure is None or left out.

    `cluster` is what the program will run on, None where the caller does not know. A module `before`, of the same tree
    when its text was another, lends what is still true, and must not be asked any more.
    """

    def __init__(
        self, source: Source, tree: ast.Module, cluster: Cluster | None = None, before: Module | None = None
    ) -> None:
        self.source = source
        self.tree = tree
        self.cluster = cluster
        self._table: ScopeTable = ScopeTable(tree, before._table if before is not None else None)
        # Each is asked for again and again, by one rule after the other.
        self._qualified: dict[ast.expr, str | None] = {}
        self._bindings: dict[ast.Name, list[Binding]] = {}
        self._values: dict[ast.expr, ast.expr] = {}
        self._functions: dict[ast.expr, Function | None] = {}
        self._returned: dict[Function, ast.expr | None] = {}
        self.answers: dict[object, Any] = {}
        """What `remembered` keeps, by who worked it out."""

    @property
    def nodes(self) -> list[ast.AST]:
        """Every node of the tree, in the order of the file."""
        return self._table.nodes

    @cached_property
    def index(self) -> NodeIndex:
        """The nodes of the file by kind, and its calls by name."""
        return NodeIndex(self._table.nodes, self.qualified)

    @property
    def calls(self) -> list[ast.Call]:
        """Every call in the file."""
        return self._table.calls

    @property
    def functions(self) -> list[Function]:
        """Every function and lambda in the file."""
        return self._table.functions

    @property
    def imports_ray(self) -> bool:
        """Whether any of Ray is imported: where it is not, no rule has anything to say."""
        imported = [alias.name for node in self.index.all(ast.Import) for alias in node.names]
        imported += [node.module or "" for node in self.index.all(ast.ImportFrom) if not node.level]
        return any(name.split(".")[0] == "ray" for name in imported)

    @cached_property
    def readings(self) -> list[Reading]:
        """Where the training loops of several ranks take the batches that they train on."""
        from .batches import readings_of  # found by asking a Module, so one of the two imports late

        return readings_of(self)

    @cached_property
    def trainers(self) -> list[Trainer]:
        """Every `TorchTrainer(...)` of the file."""
        from .trainer import trainers_of  # a Trainer is found by asking a Module, so one of the two imports late

        return trainers_of(self)

    @cached_property
    def ranks(self) -> RankValues | None:
        """The ranks of the largest world this file may make; None where nobody ever waits for another."""
        from .ranks import world_of  # as above

        return world_of(self)

    @cached_property
    def collectives(self) -> Collectives:
        """Which calls of the file meet the other ranks."""
        from .collectives import Collectives  # as above

        return Collectives(self)

    @cached_property
    def traces(self) -> RankTraces | None:
        """Which meetings each rank comes to; None where there is but one rank."""
        from .traces import RankTraces  # as above

        return RankTraces(self, self.ranks, self.collectives) if self.ranks is not None else None

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node around `node`."""
        return self._table.parent_of.get(node)

    def scope(self, node: ast.AST) -> Scope:
        """The scope that `node` is evaluated in."""
        return self._table.scope_of.get(node, self._table.module_scope)

    def adopt(self, node: ast.AST, original: ast.AST) -> None:
        """Take `node`, which is no part of the tree, for one that stands where `original` does."""
        self._table.scope_of[node] = self.scope(original)
        parent = self.parent(original)
        if parent is not None:
            self._table.parent_of[node] = parent

    def bindings(self, name: ast.Name) -> list[Binding]:
        """Everything that `name` may mean where it stands; empty if nothing in this file binds it."""
        known = self._bindings.get(name)
        if known is None:
            scope = self._table.scope_of.get(name, self._table.module_scope)
            known = scope.bindings.get(name.id)
            if known is None:
                found = scope.lookup(name.id)
                known = found[1] if found else []
            self._bindings[name] = known
        return known

    def binding(self, name: ast.Name) -> Binding | None:
        """The one thing that `name` means, or None where there are several or none."""
        bound = self.bindings(name)
        return bound[0] if len(bound) == 1 else None

    def value(self, expression: ast.expr) -> ast.expr:
        """`expression`, or what the name in it was assigned, as far back as that is sure."""
        if expression.__class__ is not ast.Name:
            return expression
        known = self._values.get(expression)
        if known is None:
            known = self._values[expression] = self._value(expression)
        return known

    def _value(self, expression: ast.expr) -> ast.expr:
        for _ in range(_LONGEST_ALIAS_CHAIN):
            if not isinstance(expression, ast.Name):
                break
            bound = self.bindings(expression)
            binding = bound[0] if len(bound) == 1 else None
            if binding is None or binding.kind != "assignment" or binding.value is None:
                break
            expression = binding.value
        return expression

    def qualified(self, expression: ast.expr) -> str | None:
        """The dotted name of `expression` with import aliases resolved: `t.report` is `ray.train.report` after
        `from ray import train as t`. Relative imports begin with a dot, builtins with `builtins.`."""
        known = self._qualified.get(expression, "")
        if known == "":
            self._qualified[expression] = None  # answers a circle of aliases
            known = self._qualified[expression] = self._qualify(expression)
        return known

    def _qualify(self, expression: ast.expr) -> str | None:
        attributes: list[str] = []
        for _ in range(_LONGEST_ALIAS_CHAIN):
            while isinstance(expression, ast.Attribute):
                attributes.append(expression.attr)
                expression = expression.value
            if not isinstance(expression, ast.Name):
                return None
            found = self.scope(expression).lookup(expression.id)
            if found is None:
                return self._unbound(expression, attributes)
            if not found[1]:
                return None
            binding = found[1][0]
            if len(found[1]) > 1 and len({binding.target for binding in found[1]}) != 1:
                return None
            if binding.kind == "import":
                return ".".join([binding.target, *reversed(attributes)])
            if len(found[1]) != 1 or binding.kind != "assignment" or binding.value is None:
                return None
            expression = binding.value
        return None

    def _unbound(self, name: ast.Name, attributes: list[str]) -> str | None:
        stars = self._table.module_scope.star_imports
        if name.id in _BUILTIN_NAMES:
            origin = "builtins"
        elif len(stars) == 1:
            origin = stars[0]
        else:
            return None
        return ".".join([origin, name.id, *reversed(attributes)])

    def function(self, expression: ast.expr) -> Function | None:
        """The function of this file that `expression` is: by name, as a lambda, or inside `functools.partial`."""
        if expression not in self._functions:
            self._functions[expression] = self._function(expression)
        return self._functions[expression]

    def _function(self, expression: ast.expr) -> Function | None:
        for _ in range(_LONGEST_ALIAS_CHAIN):
            if isinstance(expression, ast.Attribute):
                return None
            expression = self.value(expression)
            if isinstance(expression, ast.Lambda):
                return expression
            if isinstance(expression, ast.Name):
                binding = self.binding(expression)
                node = binding.node if binding and binding.kind == "function" else None
                return node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None
            is_partial = isinstance(expression, ast.Call) and self.qualified(expression.func) == "functools.partial"
            if not is_partial or not isinstance(expression, ast.Call) or not expression.args:
                return None
            expression = expression.args[0]
        return None

    def arguments_for(self, function: Function, parameter: str) -> list[ast.expr] | None:
        """What each call in this file gives to `parameter`, its default included where a call leaves it out; None if
        any of it cannot be told, or if nothing calls the function by its name."""
        found: list[ast.expr] = []
        scope = self._table.own_scope[function]
        binding = next((bound for bound in scope.bindings[parameter] if bound.kind == "parameter"), None)
        positional = [argument.arg for argument in function.args.posonlyargs + function.args.args]
        for call in self._calls_to.get(function, ()):
            if any(isinstance(argument, ast.Starred) for argument in call.args) or any(
                keyword.arg is None for keyword in call.keywords
            ):
                return None
            named = {keyword.arg: keyword.value for keyword in call.keywords}
            place = positional.index(parameter) if parameter in positional else len(call.args)
            given = call.args[place] if place < len(call.args) else named.get(parameter)
            given = given if given is not None or binding is None else binding.value
            if given is None:
                return None
            found.append(given)
        return found or None

    @cached_property
    def _calls_to(self) -> dict[Function, list[ast.Call]]:
        calls: dict[Function, list[ast.Call]] = {}
        for call in self.calls:
            called = self.function(call.func)
            if called is not None:
                calls.setdefault(called, []).append(call)
        return calls

    def calls_to(self, function: Function) -> list[ast.Call]:
        """The calls of `function` in this file, also those through `functools.partial`."""
        return self._calls_to.get(function, [])

    @cached_property
    def _calls_in(self) -> dict[ast.AST, list[ast.Call]]:
        calls: dict[ast.AST, list[ast.Call]] = {}
        for call in self.calls:
            calls.setdefault(self._table.scope_of[call].frame, []).append(call)
        return calls

    def calls_in(self, function: Function) -> list[ast.Call]:
        """The calls that run when `function` does, those of functions inside it left out."""
        return self._calls_in.get(function, [])

    def frame(self, node: ast.AST) -> ast.AST:
        """The function that `node` runs in, or the tree itself."""
        return self._table.scope_of.get(node, self._table.module_scope).frame

    def returned(self, function: Function) -> ast.expr | None:
        """The expression that `function` always gives back, or None if it is not one and the same."""
        if isinstance(function, ast.Lambda):
            return function.body
        last = function.body[-1]
        if not isinstance(last, ast.Return):
            return None
        if function not in self._returned:
            returns = [node for node in walk(function, into_functions=False) if node.__class__ is ast.Return]
            self._returned[function] = last.value if len(returns) == 1 else None
        return self._returned[function]
