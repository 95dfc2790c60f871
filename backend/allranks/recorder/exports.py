"""What tells one exported function or class from another is made without disassembling it.

With every actor class that a process exports, Ray stores a hash of its disassembly, made to notice what is exported
over and over. Writing that disassembly takes 10 to 15 ms a class, and a run exports several before its first report.
Here the hash is made from the code objects themselves: still equal for equal code and another one for other code. The
method is private to Ray; where it is not as expected, nothing is changed.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import marshal
import types
from typing import Any

MODULE = "ray._private.function_manager"
NEEDED = ("dis.dis(function_or_class", "depth=2", "hashlib.sha256(")


def install() -> str | None:
    """Change it in this process and those forked from it. Returns what is not as expected, or None."""
    try:
        manager: Any = importlib.import_module(MODULE).FunctionActorManager
        source = inspect.getsource(manager.compute_collision_identifier)
    except (ImportError, AttributeError, OSError):
        source = ""
    if any(part not in source for part in NEEDED):
        return "Ray's export of classes is another one than expected, so each may take some milliseconds longer"
    manager.compute_collision_identifier = lambda self, exported: identifier(exported)
    return None


def identifier(exported: Any) -> bytes:
    """32 bytes that say which code this function, or this class with its methods, is made of."""
    digest = hashlib.sha256(f"{exported.__name__}:".encode())
    members = [exported, *vars(exported).values()] if isinstance(exported, type) else [exported]
    for member in members:
        function = getattr(member, "__func__", member)
        code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
        if isinstance(code, types.CodeType):
            digest.update(marshal.dumps(code))
    return digest.digest()
