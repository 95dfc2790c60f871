"""An exercise folder to break."""

from __future__ import annotations

from pathlib import Path

import pytest

MANIFEST = """
id = "demo01"
title = "Demo"
summary = "A demo."
hints = ["one", "two", "three"]

[[checks]]
id = "four-workers"
kind = "world_size"
title = "Four workers"
world_size = 4

[[wrong]]
name = "two-workers"
fails = "four-workers"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small exercise that follows the format."""
    folder = tmp_path / "exercises" / "demo01-a-demo"
    (folder / "wrong").mkdir(parents=True)
    (folder / "exercise.toml").write_text(MANIFEST)
    for name in ("README.md", "starter.py", "solution.py", "wrong/two-workers.py"):
        (folder / name).write_text(f"# {name}\n")
    return folder
