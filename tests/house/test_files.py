"""The shape of our files."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = 300
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc"}
GENERATED = {"frontend/package-lock.json", "frontend/src/protocol/types.ts"}
WRITTEN = {".py", ".ts", ".svelte", ".css", ".mjs", ".js"}


def files() -> list[Path]:
    """Every file of ours: what git tracks or would."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout: what is ours cannot be told from what was built")
    return [ROOT / name for name in listed if name and name not in GENERATED and (ROOT / name).is_file()]


def named(found: list[Path]) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for path in found)


def test_no_file_is_longer_than_three_hundred_lines() -> None:
    long = [path for path in files() if path.suffix in WRITTEN and len(path.read_text().splitlines()) > LINES]
    assert named(long) == []


def test_every_file_is_named_after_what_is_in_it() -> None:
    assert named([path for path in files() if path.stem in VAGUE]) == []


def test_an_init_only_exports() -> None:
    """A docstring, imports and `__all__`; the package's version is the one constant."""
    odd = [
        path
        for path in files()
        if path.name == "__init__.py"
        for statement in ast.parse(path.read_text()).body
        if not _exports(statement)
    ]
    assert named(odd) == []


def test_no_file_names_a_place_on_the_machine_it_was_written_on() -> None:
    places = (f"{ROOT}/", f"{ROOT.parent}/shared")
    readable = [path for path in files() if path.suffix in WRITTEN | {".md", ".toml", ".yaml", ".json", ""}]
    assert named([path for path in readable if any(place in path.read_text(errors="ignore") for place in places)]) == []


def _exports(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str)
    if isinstance(statement, ast.Assign):
        return all(
            isinstance(target, ast.Name) and target.id in ("__all__", "__version__") for target in statement.targets
        )
    return isinstance(statement, ast.Import | ast.ImportFrom)
