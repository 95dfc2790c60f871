"""The floors: imports only go down."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"], "PYTHONPATH": str(ROOT / "backend")}


def lint_imports(config: Path) -> subprocess.CompletedProcess[str]:
    program = (
        "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(sys.argv[1], no_cache=True))"
    )
    return subprocess.run(
        [sys.executable, "-c", program, str(config)],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_contract_is_kept() -> None:
    outcome = lint_imports(ROOT / "pyproject.toml")
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert " 0 broken" in outcome.stdout


def test_an_import_that_goes_up_would_be_found(tmp_path: Path) -> None:
    upside_down = tmp_path / "contracts.toml"
    upside_down.write_text(
        '[tool.importlinter]\nroot_package = "allranks"\n'
        '[[tool.importlinter.contracts]]\nname = "upside down"\ntype = "layers"\n'
        'layers = ["allranks.protocol", "allranks.store"]\n'
    )
    outcome = lint_imports(upside_down)
    assert outcome.returncode != 0
    assert "1 broken" in outcome.stdout


@pytest.mark.parametrize("module", ["allranks.cli.serve", "allranks.cli.run", "allranks.web.app"])
def test_the_server_starts_without_ray_or_torch(module: str) -> None:
    program = f"import sys, {module}; print(sorted({{'ray', 'torch'}} & set(sys.modules)))"
    outcome = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert outcome.stdout == "[]\n"
