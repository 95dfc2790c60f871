"""Files that a program reads by a literal path."""

from __future__ import annotations

import ast
import re

from .arguments import argument
from .module import Module
from .values import constant

_READERS = re.compile(
    r"torch\.load|numpy\.(load|loadtxt|genfromtxt|fromfile|memmap)|PIL\.Image\.open|pyarrow\.parquet\.read_table"
    r"|pandas\.read_(csv|parquet|json|excel|pickle|feather|table)"
    r"|ray\.data\.read_(csv|parquet|json|text|images|numpy|binary_files|tfrecords|avro)"
)
_CHANGERS = (
    "subprocess",
    "os.system",
    "os.chdir",
    "chdir(",
    "os.popen",
    "shutil",
    "zipfile",
    "tarfile",
    "urlretrieve",
    "download",
    "extractall",
    "symlink",
    "working_dir",
    "kaggle",
    "gdown",
)
"""What may put files where none was, or go where some are. The text alone is looked at: one word is enough."""
_FOREIGN = ("/data/", "/datasets/", "/mnt/", "/content/", "/kaggle/", "/workspace/", "/scratch/", "~/")
"""Places of other machines. What lies below other roots may be the system's."""
_OWN = (".py", "site-packages")
_RELATIVE = re.compile(r"[\w.-]+(/[\w.-]+)*")


def changes_files(module: Module) -> bool:
    """Whether the program may come by files in ways that cannot be followed here."""
    text = module.source.text
    return any(word in text for word in _CHANGERS)


def read_of(module: Module, call: ast.Call) -> str | None:
    """The literal path that `call` reads; None where it reads none, or where that file may well be there."""
    path = _path(module, call)
    if path is None or any(mark in path for mark in _OWN):
        return None
    is_known = path.startswith(_FOREIGN) if path.startswith(("/", "~")) else _RELATIVE.fullmatch(path) is not None
    return path if is_known and not path.startswith("..") else None


def is_elsewhere(module: Module, path: str, call: ast.Call) -> bool:
    """Whether no other text of the program has to do with `path`: neither its last name nor a folder of it, which
    might be said where it is written."""
    words = {part for part in path.split("/") if part not in ("", ".", "~")}
    own = {id(node) for node in ast.walk(call)}
    for text in module.index.all(ast.Constant):
        if id(text) in own or not isinstance(text.value, str) or len(text.value) > _LONGEST:
            continue
        if words & set(re.split(r"[/\\]", text.value)) or text.value == path:
            return False
    return True


_LONGEST = 400
"""A docstring that speaks of the file writes none."""


def _path(module: Module, call: ast.Call) -> str | None:
    name = module.qualified(call.func) or ""
    if name == "builtins.open":
        mode = argument(call, "mode", 1)
        told = constant(module, mode) if mode is not None else "r"
        if not isinstance(told, str) or not told.startswith("r") or "+" in told:
            return None
    elif not _READERS.fullmatch(name):
        return None
    given = call.args[0] if call.args else None
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else None
