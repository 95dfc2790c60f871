"""What the raylet asks for when it starts a worker, and whether a fork can be that worker.

A worker for another job (a second `ray.init`, another driver) is an ordinary one: a fork belongs to no job until its
first task tells it.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import Any

CONTEXT = "--serialized-runtime-env-context="
LANGUAGE = "--language="
UNUSUAL = ("PYTHON", "LD_", "OMP_", "MKL_", "OPENBLAS_", "KMP_", "MALLOC_", "JE_", "CUDA_LAUNCH")
"""Variables that only a process started with them obeys, so a fork would not."""


@dataclass(frozen=True)
class Request:
    """A worker that is wanted: the arguments of its program, and what its runtime_env says."""

    argv: list[str]
    context: dict[str, Any]
    language: str

    @property
    def variables(self) -> dict[str, str]:
        """What its runtime_env sets in its environment."""
        variables = self.context.get("env_vars")
        return variables if isinstance(variables, dict) else {}

    def why_not(self) -> str | None:
        """Why this worker cannot be forked, or None."""
        if self.language != "PYTHON" or not self.argv or not self.argv[0].endswith("default_worker.py"):
            return "it is not an ordinary Python worker"
        context = self.context
        executable = context.get("py_executable")
        # Not by where links lead: the Python of another virtual environment is a link to the same file.
        if executable and os.path.abspath(str(executable)) != os.path.abspath(sys.executable):
            return "its runtime_env asks for another Python"
        if context.get("command_prefix") or context.get("override_worker_entrypoint") or context.get("java_jars"):
            return "its runtime_env asks for a command of its own"
        names = sorted(name for name in self.variables if name.startswith(UNUSUAL))
        return f"its runtime_env sets {names[0]}" if names else None


def parse(arguments: list[str]) -> Request:
    """The raylet's arguments, those of `setup_worker.py`, taken apart. Raises ValueError."""
    argv, context, language = [], {}, "PYTHON"
    for argument in arguments:
        if argument.startswith(CONTEXT):
            context = json.loads(argument[len(CONTEXT) :] or "{}")
        elif argument.startswith(LANGUAGE):
            language = argument[len(LANGUAGE) :]
        else:
            argv.append(argument)
    return Request(argv, context, language)
