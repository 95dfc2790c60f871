"""What the page is served to lint with; nothing is compared where it is missing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[2]


def no_page_linter(reason: str) -> NoReturn:
    """Fail in CI, where the assets are always built; elsewhere skip and say why."""
    message = f"THE PAGE'S LINTER IS NOT COMPARED: {reason}"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def node() -> str:
    """Node, from PATH or from the virtual environment, where `make setup` puts it if there is none."""
    beside_python = str(Path(sys.executable).parent)
    found = shutil.which("node", path=os.pathsep.join([os.environ.get("PATH", ""), beside_python]))
    if found is None:
        no_page_linter("Node is missing; run `make setup`.")
    return found


@pytest.fixture(scope="session")
def fresh_assets(node: str) -> Path:
    """The folder that the page is served as `pyodide/`, built from the sources that are here."""
    build = [node, str(ROOT / "frontend/pyodide/build.mjs"), "--check"]
    checked = subprocess.run(build, capture_output=True, text=True, check=False)
    if checked.returncode != 0:
        no_page_linter(checked.stderr.strip())
    return ROOT / "frontend/public/pyodide"


@pytest.fixture(scope="session")
def locked_packages(fresh_assets: Path) -> dict[str, str]:
    """Versions by name of what the lock file of the page names."""
    manifest = json.loads((fresh_assets / "manifest.json").read_text())
    lock = json.loads((fresh_assets / manifest["folder"] / "pyodide-lock.json").read_text())
    return {name: package["version"] for name, package in lock["packages"].items()}
