"""How the names that programs for Ray Train use are imported, and what a piece of advice needs of them."""

from __future__ import annotations

import ast
import re

from allranks.protocol import Diagnosis

from .program import Program

_OF = {
    "torch.utils.data": ("DataLoader", "TensorDataset", "Dataset"),
    "torch.nn.parallel": ("DistributedDataParallel",),
    "ray.train": (
        *("ScalingConfig", "RunConfig", "CheckpointConfig", "FailureConfig", "Checkpoint", "CheckpointUploadMode"),
    ),
    "ray.train.torch": ("TorchTrainer", "TorchConfig", "prepare_model", "prepare_data_loader"),
}
_WHOLE = (
    *("os", "sys", "json", "math", "time", "random", "tempfile", "shutil", "subprocess", "asyncio", "traceback"),
    *("torch", "ray", "re", "functools", "itertools", "numpy", "pathlib"),
)
IMPORTS = {
    "np": "import numpy as np",
    "nn": "from torch import nn",
    "F": "import torch.nn.functional as F",
    "pd": "import pandas as pd",
    "dist": "import torch.distributed as dist",
    "DDP": "from torch.nn.parallel import DistributedDataParallel as DDP",
    "train": "from ray import train",
    "Path": "from pathlib import Path",
    **{name: f"import {name}" for name in _WHOLE},
    **{name: f"from {module} import {name}" for module, names in _OF.items() for name in names},
}
_RAY_TRAIN_TORCH = "import ray.train.torch"
_TRAIN_MEMBER = re.compile(r"(?<![\w.])train\.")


def bound(tree: ast.Module) -> set[str]:
    """Names that a file gives something to, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.arg):
            found.add(node.arg)
    return found


def with_imports(diagnosis: Diagnosis, program: Program) -> Diagnosis:
    """The diagnosis, its sketch ready to be pasted into the program."""
    if diagnosis.sketch is None:
        return diagnosis
    return diagnosis.model_copy(update={"sketch": to_paste(diagnosis.sketch, program.tree)})


def to_paste(sketch: str, program: ast.Module) -> str:
    """`sketch` with the imports that it needs and `program` lacks, so that pasting it gives no NameError. Where the
    program calls something of its own `train`, Ray's is written in full."""
    if not program.body:
        return sketch  # nothing was read of it
    theirs = bound(program)
    if "train" in theirs and not _imports_train(program):
        sketch = _TRAIN_MEMBER.sub("ray.train.", sketch)
    try:
        tree = ast.parse(sketch)
    except SyntaxError:
        return sketch
    known = theirs | bound(tree)
    wanted: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in known:
            statement = _RAY_TRAIN_TORCH if node.id == "ray" and "ray.train.torch." in sketch else IMPORTS.get(node.id)
            wanted |= {statement: None} if statement else {}
    return "".join(f"{statement}\n" for statement in sorted(wanted, key=_place)) + sketch


def _place(statement: str) -> tuple[bool, str]:
    return statement.startswith("from"), statement


def _imports_train(program: ast.Module) -> bool:
    return any(
        (alias.asname or alias.name) == "train"
        for node in ast.walk(program)
        if isinstance(node, ast.ImportFrom | ast.Import)
        for alias in node.names
        if f"{getattr(node, 'module', None) or ''}.{alias.name}".lstrip(".") == "ray.train"
    )
