"""Which workers are forked, and which start the normal way."""

import json
import sys
from pathlib import Path

import pytest

from allranks.recorder.request import Request, parse

ORDINARY = ["/somewhere/default_worker.py", "--node-ip-address=127.0.0.2"]


def test_an_ordinary_worker_is_forked() -> None:
    assert Request(ORDINARY, {}, "PYTHON").why_not() is None
    context: dict[str, object] = {"env_vars": {"MINE": "1", "RAY_TRAIN_V2_ENABLED": "1"}, "command_prefix": []}
    assert Request(ORDINARY, {**context, "py_executable": sys.executable}, "PYTHON").why_not() is None


@pytest.mark.parametrize(
    ("argv", "context", "language", "words"),
    [
        (ORDINARY, {}, "JAVA", "ordinary Python"),
        ([], {}, "PYTHON", "ordinary Python"),
        (["/somewhere/else.py"], {}, "PYTHON", "ordinary Python"),
        (ORDINARY, {"command_prefix": ["cd", "/x", "&&"]}, "PYTHON", "a command of its own"),
        (ORDINARY, {"py_executable": "/usr/bin/other"}, "PYTHON", "another Python"),
        (ORDINARY, {"py_executable": "/pip/bin/python", "command_prefix": ["x"]}, "PYTHON", "another Python"),
        (ORDINARY, {"env_vars": {"PYTHONPATH": "/x"}}, "PYTHON", "sets PYTHONPATH"),
        (ORDINARY, {"env_vars": {"LD_PRELOAD": "x.so"}}, "PYTHON", "sets LD_PRELOAD"),
        (ORDINARY, {"env_vars": {"OMP_NUM_THREADS": "4"}}, "PYTHON", "sets OMP_NUM_THREADS"),
    ],
)
def test_an_unusual_worker_is_not_and_the_reason_is_said(
    argv: list[str], context: dict[str, object], language: str, words: str
) -> None:
    reason = Request(argv, context, language).why_not()
    assert reason is not None
    assert words in reason


def test_the_python_of_another_virtual_environment_is_another_python(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.symlink_to(sys.executable)

    assert (
        Request(ORDINARY, {"py_executable": str(python)}, "PYTHON").why_not()
        == "its runtime_env asks for another Python"
    )


def test_the_arguments_of_the_raylet_are_taken_apart() -> None:
    context = json.dumps({"env_vars": {"MINE": "1"}})
    asked = parse([f"--serialized-runtime-env-context={context}", "--language=PYTHON", *ORDINARY])

    assert asked == Request(ORDINARY, {"env_vars": {"MINE": "1"}}, "PYTHON")
    assert asked.variables == {"MINE": "1"}


def test_a_worker_without_a_runtime_env_is_an_ordinary_one() -> None:
    assert parse(["--serialized-runtime-env-context=", *ORDINARY]) == Request(ORDINARY, {}, "PYTHON")
