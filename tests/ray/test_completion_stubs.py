"""What the page completes is what is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.ray

SCRIPT = Path(__file__).parents[2] / "frontend/completion/write_stubs.py"


def test_the_stubs_are_those_of_the_installed_ray_and_torch() -> None:
    checked = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
