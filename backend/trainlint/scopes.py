"""Which name means what: scopes and bindings of one file, found in one walk over its tree."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
# Most nodes bind nothing, and a look at the type is much cheaper than a `match`.
_BINDING = frozenset(
    [
        ast.Import,
        ast.ImportFrom,
        ast.FunctionDef,
        ast.AsyncFunctionDef,
        ast.ClassDef,
        ast.Assign,
        ast.AnnAssign,
        ast.NamedExpr,
        ast.AugAssign,
        ast.For,
        ast.AsyncFor,
        ast.comprehension,
        ast.withitem,
        ast.ExceptHandler,
        ast.MatchAs,
        ast.MatchStar,
        ast.MatchMapping,
        ast.Global,
        ast.Nonlocal,
    ]
)
# They have no children: half of all nodes.
_LEAVES = frozenset([ast.Name, ast.Constant, ast.Pass, ast.Break, ast.Continue, ast.alias])
_NONE: list[ast.AST] = []
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NESTED = frozenset(_SCOPES)
_OPENS_SCOPE = frozenset([*_SCOPES, *_COMPREHENSIONS])
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


@dataclass(frozen=True, slots=True)
class Binding:
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


class ScopeTable:
    """Every node's scope and parent."""

    def __init__(self, tree: ast.Module) -> None:
        self.module_scope = Scope(tree, None)
        self.scope_of: dict[ast.AST, Scope] = {tree: self.module_scope}
        self.parent_of: dict[ast.AST, ast.AST] = {}
        self.own_scope: dict[ast.AST, Scope] = {}
        self.nodes: list[ast.AST] = []
        self.calls: list[ast.Call] = []
        self.functions: list[Function] = []
        scope_of, parent_of, nodes, calls = self.scope_of, self.parent_of, self.nodes, self.calls
        waiting: list[ast.AST] = [tree]
        # A stack and not recursion: the depth of a file must not become the depth of ours.
        while waiting:
            node = waiting.pop()
            nodes.append(node)
            kind = node.__class__
            if kind in _LEAVES:
                node._children = _NONE  # type: ignore[attr-defined] # as in `children_of`
                continue
            scope = scope_of[node]
            if kind is ast.Call:
                calls.append(node)  # type: ignore[arg-type] # just asked
            elif kind in _BINDING:
                self._bind(node, scope)
            children = children_of(node)
            if kind in _OPENS_SCOPE:
                inner = self.own_scope[node] = Scope(node, scope)
                self._bind_parameters(node, inner)
                outside = _evaluated_outside(node)
                for child in children:
                    parent_of[child] = node
                    scope_of[child] = scope if child in outside else inner
            else:
                for child in children:
                    parent_of[child] = node
                    scope_of[child] = scope
            waiting += children[::-1]

    def _bind_parameters(self, node: ast.AST, inner: Scope) -> None:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return
        self.functions.append(node)
        arguments = node.args
        positional = arguments.posonlyargs + arguments.args
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
        defaults += arguments.defaults
        for argument, default in [
            *zip(positional, defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]:
            inner.bind(argument.arg, Binding("parameter", node, default))
        for rest in (arguments.vararg, arguments.kwarg):
            if rest is not None:
                inner.bind(rest.arg, Binding("assignment", node))

    def _bind(self, node: ast.AST, scope: Scope) -> None:
        match node:
            case ast.Import(names=names):
                for alias in names:
                    first = alias.name.split(".")[0]
                    binding = Binding("import", node, target=alias.name if alias.asname else first)
                    scope.bind(alias.asname or first, binding)
            case ast.ImportFrom(names=names):
                source = "." * node.level + (node.module or "")
                for alias in names:
                    if alias.name == "*":
                        scope.star_imports.append(source)
                    else:
                        binding = Binding("import", node, target=f"{source}.{alias.name}")
                        scope.bind(alias.asname or alias.name, binding)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                scope.bind(node.name, Binding("function", node))
            case ast.ClassDef():
                scope.bind(node.name, Binding("class", node))
            case ast.Assign():
                for target in node.targets:
                    self._bind_target(node, target, node.value, scope)
            case ast.AnnAssign(value=value) if value is not None:
                self._bind_target(node, node.target, value, scope)
            case ast.NamedExpr():
                self._bind_target(node, node.target, node.value, _outside_comprehensions(scope))
            case ast.AugAssign() | ast.For() | ast.AsyncFor() | ast.comprehension():
                self._bind_target(node, node.target, None, scope)
            case ast.withitem(optional_vars=target) if target is not None:
                self._bind_target(node, target, None, scope)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                scope.bind(name, Binding("assignment", node))
            case ast.MatchMapping(rest=str(name)):
                scope.bind(name, Binding("assignment", node))
            case ast.Global(names=names):
                for name in names:
                    scope.bindings[name] = self.module_scope.bindings.setdefault(name, [])
            case ast.Nonlocal(names=names):
                for name in names:
                    found = scope.parent.lookup(name) if scope.parent else None
                    scope.bindings[name] = found[1] if found else []

    def _bind_target(self, node: ast.AST, target: ast.expr, value: ast.expr | None, scope: Scope) -> None:
        waiting: list[tuple[ast.expr, ast.expr | None]] = [(target, value)]
        while waiting:
            target, value = waiting.pop()
            if isinstance(target, ast.Name):
                scope.bind(target.id, Binding("assignment", node, value))
            elif isinstance(target, ast.Starred):
                waiting.append((target.value, None))
            elif isinstance(target, ast.Tuple | ast.List):
                values: list[ast.expr | None] = [None] * len(target.elts)
                if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
                    paired = not any(isinstance(element, ast.Starred) for element in target.elts + value.elts)
                    values = [*value.elts] if paired else values
                waiting += zip(target.elts, values, strict=True)


def _outside_comprehensions(scope: Scope) -> Scope:
    while isinstance(scope.node, _COMPREHENSIONS) and scope.parent:
        scope = scope.parent
    return scope


def _evaluated_outside(node: ast.AST) -> list[ast.AST]:
    """The children of a function or class that belong to the scope around it."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [*node.decorator_list, *([node.returns] if node.returns else [])]
        case ast.ClassDef():
            return [*node.decorator_list, *node.bases, *node.keywords]
    return []


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
