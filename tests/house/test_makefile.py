from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

from make_targets import MAKEFILE, TARGETS

ROOT = Path(__file__).parents[2]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", *arguments], cwd=ROOT, capture_output=True, text=True)


def recipe(target: str) -> str:
    """The lines that make runs for a target."""
    [lines] = re.findall(rf"^{target}:.*\n((?:\t.*\n)*)", MAKEFILE, re.MULTILINE)
    return str(lines)


def test_help_says_what_every_target_does() -> None:
    lines = make("help").stdout.splitlines()

    assert {line.split()[1] for line in lines} == TARGETS
    assert all(len(line.split()) > 2 for line in lines)


def test_every_target_is_declared_to_be_no_file() -> None:
    [declared] = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)

    assert set(declared.split()) == TARGETS


def test_ci_runs_nothing_but_make_test() -> None:
    assert (ROOT / ".ci/run").read_text().splitlines()[-1] == "exec make test"


def test_make_test_runs_the_suite_of_every_marker() -> None:
    [prerequisites] = re.findall(r"^test: (.*?) ##", MAKEFILE, re.MULTILINE)
    pytest_options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    markers = {marker.split(":")[0] for marker in pytest_options["markers"]}

    assert {"ray", "browser", "sandbox", "gpu"} <= markers
    assert [marker for marker in markers if f"pytest -m {marker}" not in recipe(f"test-{marker}")] == []
    assert {f"test-{marker}" for marker in markers} | {"test-fast", "test-page", "lint"} <= set(prerequisites.split())


def test_only_the_suite_for_gpus_depends_on_what_the_machine_has() -> None:
    assert {target for target in TARGETS if target.startswith("test") and "if [" in recipe(target)} == {"test-gpu"}
    assert "[ -e /dev/nvidia0 ]" in recipe("test-gpu")


def test_run_names_the_port_that_is_in_use(unused_port_taken: int) -> None:
    result = make("run", f"PORT={unused_port_taken}")

    assert result.returncode != 0
    assert f"Port {unused_port_taken} on 127.0.0.1 is in use" in result.stderr
    assert "Traceback" not in result.stderr
