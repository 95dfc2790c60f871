"""`allranks COMMAND`: one command is one file beside this one.

A command's file defines `add_arguments(parser)` and `execute(arguments) -> int`, the exit status; the first line of its
docstring is its help. It imports what is slow inside `execute`, so that `--help` is not.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import allranks

from ..protocol import AllranksError

OURS = 2
"""The exit status when it was not the learner's program that failed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. What we raise on purpose becomes one sentence and status 2."""
    parser = argparse.ArgumentParser(prog="allranks", description="Runs Ray Train code for real and shows every rank.")
    parser.add_argument("--version", action="version", version=f"allranks {allranks.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    arguments = sys.argv[1:] if arguments is None else arguments
    for name, module in _commands():
        summary = (module.__doc__ or "").strip().splitlines()[0]
        command = commands.add_parser(name, help=summary, description=summary)
        if name in arguments:  # the flags of the others need not be found out
            module.add_arguments(command)
        command.set_defaults(execute=module.execute)
    given = parser.parse_args(arguments)
    try:
        return int(given.execute(given))
    except AllranksError as error:
        print(f"allranks: {error}", file=sys.stderr)
        return OURS


def _commands() -> list[tuple[str, ModuleType]]:
    names = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    return [(name, importlib.import_module(f"{__package__}.{name}")) for name in names if name != "main"]
