"""Puts the built page and the exercises into the wheel, so that `pip install .` gives the same `allranks serve`.

A page that was built is taken as it is; else it is built here, which needs Node: from PATH, or from PyPI. The editable
install that `make setup` makes leaves both where they are.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The build backend loads this file alone, without its folder on the path.
sys.path.insert(0, str(Path(__file__).parent))
from bootstrap import node

PAGE = "frontend/dist"
PAGE_IN_WHEEL = "allranks/_page"
EXERCISES = "exercises"
EXERCISES_IN_WHEEL = "allranks/_exercises"
PAGE_STEPS = ("ci", "run pyodide", "run build")


class PageAndExercises(BuildHookInterface[Any]):
    """Hatchling finds it here as the one hook of this file."""

    def dependencies(self) -> list[str]:
        """What an isolated build needs to make the page; nothing where it is made already."""
        if self._page_is_built():
            return []
        # Pyodide's build asks this Python's pip for the wheels that the page's linter is made of; pydantic writes the
        # exercises down.
        needed = ["pip", "pydantic>=2.11"]
        return needed if node.suits(node.installed_version()) else [*needed, node.REQUIREMENT]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page where it is missing and add both folders to a standard wheel."""
        if version == "editable":
            return
        if not self._page_is_built():
            self._build_page()
        root = Path(self.root)
        for folder, inside in ((PAGE, PAGE_IN_WHEEL), (EXERCISES, EXERCISES_IN_WHEEL)):
            for file in files_of(root / folder):
                build_data["force_include"][str(file)] = f"{inside}/{file.relative_to(root / folder).as_posix()}"

    def _page_is_built(self) -> bool:
        return (Path(self.root) / PAGE / "index.html").is_file()

    def _build_page(self) -> None:
        npm = shutil.which("npm")
        if npm is None or not node.suits(node.installed_version()):
            raise RuntimeError(
                f"The page is not built and Node {node.OLDEST[0]}.{node.OLDEST[1]} or newer was not found: install "
                "Node, or run make setup first, which brings its own."
            )
        for step in PAGE_STEPS:
            self.app.display_info(f"Building the page: npm {step}")
            finished = subprocess.run(
                [npm, *step.split()],
                cwd=Path(self.root) / "frontend",
                env={**os.environ, "PYTHON": sys.executable},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            if finished.returncode != 0:
                last_lines = "\n".join(finished.stdout.splitlines()[-15:])
                raise RuntimeError(f"The page could not be built: npm {step} failed.\n{last_lines}")


def files_of(folder: Path) -> list[Path]:
    """The files below `folder` in a fixed order, without what Python leaves behind."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
