"""Ray is pinned, and each private part of it that the recorder touches is as it takes for granted.

When a new Ray breaks one, the test that fails names it and the file to look at, before any run behaves oddly.
"""

from __future__ import annotations

import ast
import functools
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest

import private_nccl
import private_ray
import private_torch
import private_train
from allranks.recorder.worker_start import packages
from assumptions import Assumption, begins_with, has, same_shape, takes

pytestmark = pytest.mark.ray

ROOT = Path(__file__).parents[2]
RECORDER = Path(packages()) / "allranks/recorder"
KNOWN = {**private_ray.RAY.known, **private_train.TRAIN.known, **private_torch.TORCH.known, **private_nccl.NCCL.known}
PRIVATE = re.compile(r"^(ray|torch)\.(.*\.)?_|^ray\.train\.v2\.|^torch\.distributed\.rendezvous")


@functools.cache
def broken() -> dict[str, str | None]:
    """For each assumption what is not so, found in a process of its own."""
    environment = {"PYTHONPATH": f"{packages()}:{ROOT / 'tests/support'}", "PATH": "/usr/bin:/bin"}
    finding = [sys.executable, private_ray.__file__]
    found = subprocess.run(finding, env=environment, capture_output=True, text=True, check=True)
    answer: dict[str, str | None] = json.loads(found.stdout)
    return answer


@pytest.mark.parametrize("sentence", KNOWN)
def test_it_is_as_the_recorder_takes_for_granted(sentence: str) -> None:
    assert broken()[sentence] is None


def test_the_ray_that_is_installed_is_the_one_that_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    [pin] = [words for words in project["dependencies"] if words.startswith("ray")]
    [constraint] = re.findall(r"^ray==(\S+)", (ROOT / "backend/constraints.txt").read_text(), re.MULTILINE)

    assert pin.split("==")[1:] == [version("ray")], "pin Ray exactly, and install what is pinned"
    assert constraint == version("ray")


def test_every_file_that_touches_a_private_part_has_an_assumption() -> None:
    checked = {name for assumption in KNOWN.values() for name in assumption.files}
    touching = {
        path.relative_to(RECORDER).as_posix()
        for path in RECORDER.rglob("*.py")
        if any(PRIVATE.match(name) for name in imported(path))
    }

    assert {"cluster.py", "callback.py", "worker.py", "rendezvous.py", "cleaner.py"} <= touching
    assert touching <= checked


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, and those that it names in a text."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[\w.]+", node.value):
            yield node.value


def test_what_is_not_so_is_told_with_the_file_that_depends_on_it() -> None:
    def check() -> None:
        takes(lambda num_cpus: num_cpus, ["num_cpus", "no_monitor"])

    told = Assumption("A node needs no monitor", ("cluster.py",), check).broken()

    assert told is not None
    assert told.startswith("not so any more: A node needs no monitor. cluster.py depends on it. AssertionError: ")
    assert told.endswith("does not take no_monitor but num_cpus")


def test_a_doctored_ray_is_found_out() -> None:
    class Ours:
        def after_report(self, training_report: object, metrics: object) -> None: ...

        async def before_controller_shutdown(self) -> None: ...

    class Theirs:
        def after_report(self, report: object) -> None: ...

        def before_controller_shutdown(self) -> None: ...

        def __init__(self) -> None:
            self.checkpoint = None

    with pytest.raises(AssertionError, match="takes self, report, ours self, training_report, metrics"):
        same_shape(Ours.after_report, Theirs.after_report)
    with pytest.raises(AssertionError, match="is not a coroutine"):
        same_shape(Ours.before_controller_shutdown, Theirs.before_controller_shutdown)
    with pytest.raises(AssertionError, match="Theirs has no metrics"):
        has(Theirs, ["checkpoint", "metrics"])
    with pytest.raises(AssertionError, match="has no error"):
        has(SimpleNamespace(status=1), ["error"])
    with pytest.raises(AssertionError, match="takes self, report"):
        begins_with(Theirs.after_report, ["self", "training_report"])
