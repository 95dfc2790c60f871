"""A training loop and everything in its file that it can reach."""

from __future__ import annotations

import ast
import sys
from functools import cached_property
from typing import TYPE_CHECKING

from .module import Module
from .node_index import NodeIndex
from .scopes import Function, walk

if TYPE_CHECKING:
    from .reach import Reach

WELL_KNOWN = frozenset(sys.stdlib_module_names) | frozenset(
    [
        "PIL",
        "accelerate",
        "builtins",
        "datasets",
        "deepspeed",
        "einops",
        "evaluate",
        "filelock",
        "fsspec",
        "huggingface_hub",
        "lightning",
        "matplotlib",
        "mlflow",
        "numpy",
        "pandas",
        "peft",
        "psutil",
        "pyarrow",
        "pydantic",
        "pytorch_lightning",
        "ray",
        "requests",
        "rich",
        "safetensors",
        "scipy",
        "sklearn",
        "tensorboard",
        "tensorboardX",
        "tensorflow",
        "timm",
        "tokenizers",
        "torch",
        "torchaudio",
        "torchmetrics",
        "torchtext",
        "torchvision",
        "tqdm",
        "transformers",
        "wandb",
        "yaml",
    ]
)
"""Packages of which it is known that they never call `ray.train.report`, except Ray itself and what is named below."""

_REPORTING = tuple(f"ray.train.{name}" for name in ("huggingface", "lightning", "tensorflow", "xgboost", "lightgbm"))


class TrainLoop:
    """The function that a trainer was given, with the functions, classes and values of this file that it mentions,
    directly or through another. Being mentioned is enough: what may run counts as reached."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.function = function
        self.nodes: list[ast.AST] = []
        self.reaches: dict[tuple[ast.expr | None, ...], Reach] = {}
        seen: set[ast.AST] = set()
        followed: set[int] = set()
        waiting: list[ast.AST] = [function]
        while waiting:
            root = waiting.pop()
            if root in seen:
                continue
            inside = list(walk(root))
            seen.update(inside)
            self.nodes += inside
            for node in inside:
                if node.__class__ is ast.Name and node.ctx.__class__ is ast.Load:
                    bindings = module.bindings(node)
                    if id(bindings) in followed:
                        continue  # the same variable, seen in another place
                    followed.add(id(bindings))
                    for binding in bindings:
                        mentioned = binding.value if binding.kind == "assignment" else binding.node
                        if mentioned is not None and binding.kind != "import" and mentioned not in seen:
                            waiting.append(mentioned)

    @cached_property
    def index(self) -> NodeIndex:
        """The nodes that the loop can reach, by kind, and its calls by name."""
        return NodeIndex(self.nodes, self.module.qualified)

    @cached_property
    def functions(self) -> list[Function]:
        """The loop itself and every function it can reach."""
        if not self.index.all(ast.AsyncFunctionDef) and not self.index.all(ast.Lambda):
            return list[Function](self.index.all(ast.FunctionDef))
        return [node for node in self.nodes if isinstance(node, Function)]

    @cached_property
    def called(self) -> list[Function]:
        """The loop itself, the functions of this file that it calls by name, and methods of its classes that it calls:
        what runs for certain in the loop's own thread. A handler or a thread's target is not among them."""
        found: list[Function] = []
        waiting: list[Function] = [self.function]
        while waiting:
            function = waiting.pop()
            if function in found:
                continue
            found.append(function)
            for call in self.module.calls_in(function):
                called = self.module.function(call.func)
                if called is not None:
                    waiting.append(called)
                elif isinstance(call.func, ast.Attribute):
                    waiting += self._methods.get(call.func.attr, [])
                elif isinstance(call.func, ast.Name):
                    waiting += self._made_by.get(call.func.id, [])
        return found

    @cached_property
    def _methods(self) -> dict[str, list[Function]]:
        found: dict[str, list[Function]] = {}
        for made in self.index.all(ast.ClassDef):
            for statement in made.body:
                if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.setdefault(statement.name, []).append(statement)
        return found

    @cached_property
    def _made_by(self) -> dict[str, list[Function]]:
        """By the name of a class: what runs when one is made."""
        return {
            made.name: [
                statement
                for statement in made.body
                if isinstance(statement, ast.FunctionDef) and statement.name in ("__init__", "__post_init__")
            ]
            for made in self.index.all(ast.ClassDef)
        }

    @cached_property
    def calls(self) -> list[ast.Call]:
        """Every call in them."""
        return self.index.all(ast.Call)

    @cached_property
    def reports(self) -> list[ast.Call]:
        """The calls of `ray.train.report`."""
        return [call for call in self.calls if self.module.qualified(call.func) == "ray.train.report"]

    def owns(self, node: ast.AST) -> bool:
        """Whether `node` runs in the workers and nowhere else: in the loop itself, or in a function that only the loop
        calls, by its name."""
        frame = self.module.frame(node)
        if frame is self.function:
            return True
        if not isinstance(frame, ast.FunctionDef | ast.AsyncFunctionDef) or frame not in self.functions:
            return False
        calls = [call for call in self.module.calls if self.module.function(call.func) is frame]
        mentioned = len([name for name in self.module.index.names(frame.name) if isinstance(name.ctx, ast.Load)])
        return len(calls) == mentioned > 0 and all(self.module.frame(call) in self.functions for call in calls)

    @cached_property
    def may_report_out_of_sight(self) -> bool:
        """Whether a report could come from code that is not in this file: a helper of the user's own, a callback that
        Ray brings for another framework, or a function that arrives as data."""
        for node in self.nodes:
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                name = self.module.qualified(node) or ""
                if name.startswith(_REPORTING) or (name and name.split(".")[0] not in WELL_KNOWN):
                    return True
                if isinstance(node, ast.Name) and not name and not self.module.bindings(node):
                    return True
        return any(self._calls_a_parameter(call) for call in self.calls)

    def _calls_a_parameter(self, call: ast.Call) -> bool:
        """`config["save"](x)`, or `save(x)` where no call in this file says what `save` is."""
        called = call.func.value if isinstance(call.func, ast.Subscript) else call.func
        binding = self.module.binding(called) if isinstance(called, ast.Name) else None
        if binding is None or binding.kind != "parameter" or not isinstance(binding.node, Function):
            return False
        # `loss_fn(x)` in a helper is such a call too, and what it was given has been looked at with its caller.
        return called is not call.func or self.module.arguments_for(binding.node, ast.unparse(called)) is None
