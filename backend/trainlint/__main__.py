"""`python -m trainlint FILE...`: the linter in a terminal."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .diagnostic import Diagnostic
from .engine import lint
from .version import __version__

NOTHING_FOUND, FOUND, FAILED = 0, 1, 2
"""Exit statuses, with the same meaning as ruff's."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Lint the files that `arguments` name and return the exit status."""
    parser = argparse.ArgumentParser(prog="trainlint", description="Find what goes wrong in Ray Train programs.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a Python file, or - for standard input")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: %(default)s")
    parser.add_argument("--version", action="version", version=f"trainlint {__version__}")
    options = parser.parse_args(arguments)
    found: list[tuple[str, Diagnostic]] = []
    failed = False
    for name in options.files:
        try:
            source = _read(name)
        except (OSError, UnicodeDecodeError) as error:
            print(f"trainlint: cannot read {name}: {error}; expected a file of UTF-8 text", file=sys.stderr)
            failed = True
            continue
        found += [(name, diagnostic) for diagnostic in lint(source, file_name=name)]
    print(_as_json(found) if options.format == "json" else _as_text(found))
    if failed:
        return FAILED
    return FOUND if found else NOTHING_FOUND


def _read(name: str) -> str:
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig")
    return Path(name).read_text(encoding="utf-8-sig")


def _as_text(found: list[tuple[str, Diagnostic]]) -> str:
    """One line a finding, with columns from 1 as editors and compilers write them, and what to do under it."""
    lines = [
        f"{name}:{finding.line}:{finding.column + 1}: {finding.code} {finding.severity}: {finding.message}"
        f"\n    {finding.todo}"
        for name, finding in found
    ]
    many = "finding" if len(found) == 1 else "findings"
    return "\n".join([*lines, f"{len(found)} {many}" if found else "Nothing found."])


def _as_json(found: list[tuple[str, Diagnostic]]) -> str:
    rows: list[dict[str, Any]] = [{"file": name, **diagnostic.to_dict()} for name, diagnostic in found]
    return json.dumps(rows, indent=2)


if __name__ == "__main__":
    sys.exit(main())
