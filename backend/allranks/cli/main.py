"""`allranks COMMAND`: one command is one file beside this one (a folder is something that commands use).

A command's file defines `add_command(commands)`, which adds a parser of its own name and sets its default `command`: a
function from the parsed options to the exit status.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path

import allranks

from ..protocol import AllranksError

OURS = 2
"""The exit status when it was not the learner's program that failed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. What we raise on purpose becomes one sentence and status 2."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="allranks", description="Runs Ray Train code for real and shows every rank.")
    parser.add_argument("--version", action="version", version=f"allranks {allranks.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in _to_import(given):
        module = importlib.import_module(f"{__package__}.{name}")
        if hasattr(module, "add_command"):
            module.add_command(commands)
    options = parser.parse_args(given)
    try:
        return int(options.command(options))
    except AllranksError as error:
        print(f"allranks: {error}", file=sys.stderr)
        return OURS


def _to_import(given: Sequence[str]) -> list[str]:
    """The named command's module alone, so that no command waits for the imports of another; all when none is named."""
    names = {module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])} - {"main"}
    return [given[0]] if given and given[0] in names else sorted(names)
