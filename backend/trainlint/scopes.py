"""Scopes and what is bound in them, and the ways over a tree that find them."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_NESTED = frozenset(_SCOPES)
# Fields whose value is never a node, in whatever node they stand.
_PLAIN_FIELDS = frozenset(
    [
        *("ctx", "id", "attr", "arg", "name", "asname", "module", "level", "type_comment", "kind", "lineno", "tag"),
        *("simple", "is_async", "conversion", "rest", "kwd_attrs", "type_ignores"),
    ]
)


class _FieldsWithNodes(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of a kind of node that may hold nodes."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        names = () if kind is ast.Constant else tuple(name for name in kind._fields if name not in _PLAIN_FIELDS)
        self[kind] = names
        return names


_FIELDS_WITH_NODES = _FieldsWithNodes()


class Binding(NamedTuple):
    """One place that gives a name its meaning.

    `value` is what an `assignment` assigns (None where it is not one expression, as in a loop) and the default of a
    `parameter`; `target` is the dotted name of an `import`; `node` is the statement, the function or the class.
    """

    kind: Literal["import", "function", "class", "assignment", "parameter"]
    node: ast.AST
    value: ast.expr | None = None
    target: str = ""


@dataclass(eq=False, slots=True)
class Scope:
    """A module, class, function or comprehension, and the names bound in it."""

    node: ast.AST
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    star_imports: list[str] = field(default_factory=list)
    frame: ast.AST = field(init=False)
    """The function that what stands here runs in, or the module."""

    def __post_init__(self) -> None:
        of_its_own = self.parent is None or isinstance(self.node, Function)
        self.frame = self.node if of_its_own or self.parent is None else self.parent.frame

    def bind(self, name: str, binding: Binding) -> None:
        self.bindings.setdefault(name, []).append(binding)

    def lookup(self, name: str) -> tuple[Scope, list[Binding]] | None:
        """Where `name`, used in this scope, is bound, and everything it is bound to there."""
        scope: Scope | None = self
        while scope is not None:
            # The names of a class are not seen from the functions inside it.
            if name in scope.bindings and (scope is self or not isinstance(scope.node, ast.ClassDef)):
                return scope, scope.bindings[name]
            scope = scope.parent
        return None


def children_of(node: ast.AST) -> list[ast.AST]:
    """`ast.iter_child_nodes` without its overhead, and without the shared context nodes. Not to be changed: the node
    keeps it, because all rules together look at each node's children some ten times."""
    found: list[ast.AST] | None = getattr(node, "_children", None)  # an exception for each node would take longer
    if found is not None:
        return found
    kind = node.__class__
    if kind is ast.Attribute:
        found = [node.value]  # type: ignore[attr-defined] # just asked
    elif kind is ast.Call:
        found = [node.func, *node.args, *node.keywords]  # type: ignore[attr-defined] # just asked
    else:
        found = children_without(node, ())
    node._children = found  # type: ignore[attr-defined] # any attribute may be given to a node
    return found


def children_without(node: ast.AST, omitted: Container[str]) -> list[ast.AST]:
    """The same without those that stand in the fields `omitted`."""
    found: list[ast.AST] = []
    for name in _FIELDS_WITH_NODES[node.__class__]:
        if name not in omitted:
            value = getattr(node, name, None)
            if value.__class__ is list:
                # `{**more}` has a key that is None, and the names of `global` are no nodes.
                found += [item for item in value if isinstance(item, ast.AST)]
            elif value is not None and isinstance(value, ast.AST):
                found.append(value)
    return found


def walk(root: ast.AST, *, into_functions: bool = True) -> Iterable[ast.AST]:
    """`root` and everything under it, in the order of the file. Without `into_functions`, what runs only when a nested
    function is called or belongs to a nested class is left out."""
    if not into_functions:
        return _walk(root, _NESTED)
    if root.__class__ not in _NESTED:
        return _walk(root, frozenset())
    found: list[ast.AST] | None = getattr(root, "_walked", None)
    if found is None:  # functions are asked for most
        root._walked = found = list(_walk(root, frozenset()))  # type: ignore[attr-defined] # as in `children_of`
    return found


def _walk(root: ast.AST, closed: frozenset[type[ast.AST]]) -> Iterator[ast.AST]:
    yield root
    waiting = children_of(root)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if node.__class__ not in closed:
            children = getattr(node, "_children", None)
            if children is None:
                children = children_of(node)
            if children:
                waiting += children[::-1]
