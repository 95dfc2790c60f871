"""Which name means what: the scope of every node and the bindings of one file, found in one walk over its tree."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from .scopes import Binding, Function, Scope, children_of

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
_OPENS_SCOPE = frozenset([ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, *_COMPREHENSIONS])


@dataclass(eq=False, slots=True)
class _Part:
    """What one statement brings, or the whole file: nodes in the order of the file, and what is bound in the module."""

    nodes: list[ast.AST] = field(default_factory=list)
    calls: list[ast.Call] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    scope_of: dict[ast.AST, Scope] = field(default_factory=dict)
    parent_of: dict[ast.AST, ast.AST] = field(default_factory=dict)
    own_scope: dict[ast.AST, Scope] = field(default_factory=dict)
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    star_imports: list[str] = field(default_factory=list)


class ScopeTable:
    """Every node's scope and parent.

    It is put together from the statements of the file, each looked at by itself. A table `before` of the same tree
    lends what it knows of those that have stayed in it. After that it is of no more use: it shares its scopes.
    """

    def __init__(self, tree: ast.Module, before: ScopeTable | None = None) -> None:
        lent = before if before is not None and before.module_scope.node is tree else None
        self.module_scope: Scope = Scope(tree, None) if lent is None else lent.module_scope
        self.scope_of: dict[ast.AST, Scope] = {tree: self.module_scope}
        self.parent_of: dict[ast.AST, ast.AST] = {}
        self.own_scope: dict[ast.AST, Scope] = {}
        self.nodes: list[ast.AST] = [tree]
        self.calls: list[ast.Call] = []
        self.functions: list[Function] = []
        self._parts: dict[ast.stmt, _Part] = {}
        # With `global` or `nonlocal` a name of one scope is that of another: then nothing is looked at by itself.
        self._names_elsewhere: bool = lent is not None and lent._names_elsewhere
        if not self._names_elsewhere:
            self._look_at_each(tree, {} if lent is None else lent._parts)
        if self._names_elsewhere:
            self._look_at_all(tree)

    def _look_at_each(self, tree: ast.Module, known: dict[ast.stmt, _Part]) -> None:
        module = self.module_scope
        for statement in tree.body:
            part = known.get(statement)
            if part is None:
                part = _Part()
                module.bindings, module.star_imports = part.bindings, part.star_imports
                self._look_at(statement, tree, part)
                if self._names_elsewhere:
                    return
            self._parts[statement] = part
        module.bindings, module.star_imports = {}, []
        for part in self._parts.values():
            self._take(part)
            module.star_imports += part.star_imports
            for name, bound in part.bindings.items():
                if name in module.bindings:
                    module.bindings[name] += bound
                else:
                    module.bindings[name] = bound.copy()

    def _look_at_all(self, tree: ast.Module) -> None:
        self._parts.clear()
        self._names_elsewhere = False  # unless one is met
        self.module_scope = self.scope_of[tree] = Scope(tree, None)
        for statement in tree.body:
            part = _Part()
            self._look_at(statement, tree, part)
            self._take(part)

    def _take(self, part: _Part) -> None:
        self.nodes += part.nodes
        self.calls += part.calls
        self.functions += part.functions
        self.scope_of.update(part.scope_of)
        self.parent_of.update(part.parent_of)
        self.own_scope.update(part.own_scope)

    def _look_at(self, statement: ast.stmt, tree: ast.Module, part: _Part) -> None:
        scope_of, parent_of, nodes, calls = part.scope_of, part.parent_of, part.nodes, part.calls
        scope_of[statement] = self.module_scope
        parent_of[statement] = tree
        waiting: list[ast.AST] = [statement]
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
                inner = part.own_scope[node] = Scope(node, scope)
                if isinstance(node, Function):
                    part.functions.append(node)
                    _bind_parameters(node, inner)
                outside = _evaluated_outside(node)
                for child in children:
                    parent_of[child] = node
                    scope_of[child] = scope if child in outside else inner
            else:
                for child in children:
                    parent_of[child] = node
                    scope_of[child] = scope
            waiting += children[::-1]

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
                    _bind_target(node, target, node.value, scope)
            case ast.AnnAssign(value=value) if value is not None:
                _bind_target(node, node.target, value, scope)
            case ast.NamedExpr():
                _bind_target(node, node.target, node.value, _outside_comprehensions(scope))
            case ast.AugAssign() | ast.For() | ast.AsyncFor() | ast.comprehension():
                _bind_target(node, node.target, None, scope)
            case ast.withitem(optional_vars=target) if target is not None:
                _bind_target(node, target, None, scope)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                scope.bind(name, Binding("assignment", node))
            case ast.MatchMapping(rest=str(name)):
                scope.bind(name, Binding("assignment", node))
            case ast.Global(names=names):
                self._names_elsewhere = True
                for name in names:
                    scope.bindings[name] = self.module_scope.bindings.setdefault(name, [])
            case ast.Nonlocal(names=names):
                self._names_elsewhere = True
                for name in names:
                    found = scope.parent.lookup(name) if scope.parent else None
                    scope.bindings[name] = found[1] if found else []


def _bind_parameters(function: Function, inner: Scope) -> None:
    arguments = function.args
    positional = arguments.posonlyargs + arguments.args
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    defaults += arguments.defaults
    for argument, default in [
        *zip(positional, defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]:
        inner.bind(argument.arg, Binding("parameter", function, default))
    for rest in (arguments.vararg, arguments.kwarg):
        if rest is not None:
            inner.bind(rest.arg, Binding("assignment", function))


def _bind_target(node: ast.AST, target: ast.expr, value: ast.expr | None, scope: Scope) -> None:
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
