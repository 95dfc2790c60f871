"""Signatures of what is compiled, from the stubs that torch itself installs. Python cannot tell them."""

from __future__ import annotations

import ast
import functools
import importlib.util
from pathlib import Path
from typing import Any

from stub_names import Known

WORDS = {"_int": "int", "_float": "float", "_bool": "bool", "_dtype": "torch.dtype", "_device": "torch.device"}
FALLBACK = "(*args: Any, **kwargs: Any)"


def compiled_signature(value: Any, module: str, known: Known, method: bool) -> str:
    name = str(getattr(value, "__name__", ""))
    owner = getattr(getattr(value, "__objclass__", None), "__name__", None)
    overloads = _functions("__init__", str(owner)).get(name, []) if owner else []
    overloads = (
        overloads or _functions("_VariableFunctions", None).get(name, []) or _functions("_nn", None).get(name, [])
    )
    if not overloads:
        return f"(self, {FALLBACK[1:]}" if method else FALLBACK
    # The form that takes any number of sizes is the one that is written; else the first.
    chosen = next((one for one in reversed(overloads) if one.args.vararg), overloads[0])
    return _written(chosen, module, known)


@functools.cache
def _functions(file: str, owner: str | None) -> dict[str, list[ast.FunctionDef]]:
    specification = importlib.util.find_spec("torch")
    assert specification is not None
    assert specification.origin is not None
    tree = ast.parse((Path(specification.origin).parent / "_C" / f"{file}.pyi").read_text())
    body = tree.body
    if owner is not None:
        body = next((node.body for node in body if isinstance(node, ast.ClassDef) and node.name == owner), [])
    found: dict[str, list[ast.FunctionDef]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


def _written(function: ast.FunctionDef, module: str, known: Known) -> str:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    for argument in every:
        if argument is not None and argument.annotation is not None:
            argument.annotation = _annotation(argument.annotation, module, known)
    for index, default in enumerate(arguments.kw_defaults):
        if default is not None and not isinstance(default, ast.Constant):
            arguments.kw_defaults[index] = ast.Constant(...)
    arguments.defaults = [one if isinstance(one, ast.Constant) else ast.Constant(...) for one in arguments.defaults]
    returned = f" -> {ast.unparse(_annotation(function.returns, module, known))}" if function.returns else ""
    return f"({ast.unparse(arguments)}){returned}"


def _annotation(node: ast.expr, module: str, known: Known) -> ast.expr:
    if isinstance(node, ast.BinOp):
        left, right = _annotation(node.left, module, known), _annotation(node.right, module, known)
        return left if ast.dump(left) == ast.dump(right) else ast.BinOp(left, ast.BitOr(), right)
    if isinstance(node, ast.Constant) and node.value is None:
        return node
    word = WORDS.get(ast.unparse(node), ast.unparse(node))
    return ast.parse(known.word(word, module), mode="eval").body
