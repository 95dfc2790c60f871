"""The temporary directories that a checkpoint stands for, and whether they still exist when it is reported."""

from __future__ import annotations

import ast
from typing import NamedTuple

from .arguments import argument
from .checkpoints import directory_of
from .files import place
from .module import Module
from .reaching import latest, opened_by, ran_before, reaching
from .scopes import Function, walk

_TEMPORARY = "tempfile.TemporaryDirectory"
_MADE_TO_STAY = "tempfile.mkdtemp"
_DEEPEST = 8


class _Ended(NamedTuple):
    """A call that has given the checkpoint back, and where it was used after."""

    call: ast.Call
    function: Function
    moment: ast.AST | None


class Directories:
    """Follows a checkpoint back to its directories: `gone` when it is used, or `held` and deleted only later."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.gone: list[ast.AST] = []
        self.held: list[ast.AST] = []

    def follow(self, value: ast.expr, moment: ast.AST | None, ended: _Ended | None = None, depth: int = 0) -> None:
        """`moment` is where `value` is used: what stands around it is still open. None: after its function ended."""
        module = self._module
        if depth > _DEEPEST:
            return
        folder = directory_of(module, value)
        if folder is not None:
            self._directory(folder, moment, ended, depth)
            return
        match value:
            case ast.Name():
                for bound in reaching(module, value):
                    if bound.kind == "assignment" and bound.value is not None:
                        self.follow(bound.value, moment, ended, depth + 1)
                    elif bound.kind == "parameter" and isinstance(bound.node, Function):
                        for given in module.arguments_for(bound.node, value.id) or ():
                            self.follow(given, given, None, depth + 1)
            case ast.IfExp():
                self.follow(value.body, moment, ended, depth + 1)
                self.follow(value.orelse, moment, ended, depth + 1)
            case ast.NamedExpr():
                self.follow(value.value, moment, ended, depth + 1)
            case ast.Call():
                function = module.function(value.func) or self._method(value)
                if function is not None and not isinstance(function, ast.Lambda):
                    for node in walk(function, into_functions=False):
                        if isinstance(node, ast.Return) and node.value is not None:
                            self.follow(node.value, None, _Ended(value, function, moment), depth + 1)

    def _method(self, call: ast.Call) -> Function | None:
        """The one method of this file that `saver.save(...)` can be."""
        if not isinstance(call.func, ast.Attribute) or self._module.qualified(call.func) is not None:
            return None
        named = [
            node
            for node in self._module.index.all(ast.FunctionDef)
            if node.name == call.func.attr and isinstance(self._module.parent(node), ast.ClassDef)
        ]
        return named[0] if len(named) == 1 else None

    def _directory(self, folder: ast.expr, moment: ast.AST | None, ended: _Ended | None, depth: int) -> None:
        module = self._module
        root = place(module, folder).root
        if root is None or depth > _DEEPEST:
            return
        item = opened_by(module, root)
        if item is not None:
            if _is_temporary(module, item.context_expr):
                self._opened(item, moment)
            return
        if isinstance(root, ast.Attribute) and root.attr == "name":
            made = latest(module, root.value)
            if made is root.value and _is_temporary(module, made):
                self.gone.append(root)  # `TemporaryDirectory().name`: nothing holds the object
        else:
            made = latest(module, root)
        if isinstance(made, ast.Call) and module.qualified(made.func) in (_TEMPORARY, _MADE_TO_STAY):
            self._deleted(made, moment)
        elif isinstance(root, ast.Name):
            for bound in reaching(module, root):
                if bound.kind == "parameter" and isinstance(bound.node, Function):
                    self._given(bound.node, root.id, moment, ended, depth)

    def _opened(self, item: ast.withitem, moment: ast.AST | None) -> None:
        opened = self._module.parent(item)
        if opened is None:
            return
        if moment is None:
            self.gone.append(opened)
        elif self._module.frame(moment) is self._module.frame(opened):
            (self.held if _is_around(self._module, opened, moment) else self.gone).append(opened)

    def _deleted(self, made: ast.Call, moment: ast.AST | None) -> None:
        """What becomes of a directory that no `with` holds: `shutil.rmtree(folder)` or `folder.cleanup()`."""
        module = self._module
        deletes = [
            call
            for call in module.index.calls_to("shutil.rmtree")
            if call.args
            and place(module, call.args[0]).root is not None
            and latest(module, place(module, call.args[0]).root or call.args[0]) is made
        ]
        deletes += [
            call
            for call in module.index.calls_named("cleanup")
            if isinstance(call.func, ast.Attribute) and latest(module, call.func.value) is made
        ]
        for call in deletes:
            if moment is None or ran_before(module, call, moment):
                self.gone.append(call)
            elif ran_before(module, moment, call):
                self.held.append(call)

    def _given(self, function: Function, name: str, moment: ast.AST | None, ended: _Ended | None, depth: int) -> None:
        """The directory is a parameter: what the one call gave that is being followed, or any call."""
        if ended is not None and ended.function is function:
            names = [given.arg for given in function.args.posonlyargs + function.args.args]
            if names[:1] == ["self"]:
                names = names[1:]
            given = argument(ended.call, name, names.index(name) if name in names else None)
            if given is not None:
                self._directory(given, ended.moment, None, depth + 1)
        elif moment is not None:
            for given in self._module.arguments_for(function, name) or ():
                self._directory(given, given, None, depth + 1)


def _is_temporary(module: Module, expression: ast.expr) -> bool:
    return (
        isinstance(expression, ast.Call)
        and module.qualified(expression.func) == _TEMPORARY
        and not any(keyword.arg in ("delete", None) for keyword in expression.keywords)
    )


def _is_around(module: Module, outer: ast.AST, node: ast.AST) -> bool:
    inner: ast.AST | None = node
    while inner is not None and inner is not outer:
        inner = module.parent(inner)
    return inner is not None
