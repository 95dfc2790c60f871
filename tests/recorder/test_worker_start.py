"""Which workers are forked, and which start the normal way."""

import sys

import pytest

from allranks.recorder.worker_start import packages, why_not

ORDINARY = ["/somewhere/default_worker.py", "--node-ip-address=127.0.0.2"]


def test_an_ordinary_worker_is_forked() -> None:
    assert why_not(ORDINARY, {}, "PYTHON") is None
    context: dict[str, object] = {"env_vars": {"MINE": "1", "RAY_TRAIN_V2_ENABLED": "1"}, "command_prefix": []}
    assert why_not(ORDINARY, {**context, "py_executable": sys.executable}, "PYTHON") is None


@pytest.mark.parametrize(
    ("argv", "context", "language", "words"),
    [
        (ORDINARY, {}, "JAVA", "ordinary Python"),
        ([], {}, "PYTHON", "ordinary Python"),
        (["/somewhere/else.py"], {}, "PYTHON", "ordinary Python"),
        (ORDINARY, {"command_prefix": ["cd", "/x", "&&"]}, "PYTHON", "a command of its own"),
        (ORDINARY, {"py_executable": "/usr/bin/other"}, "PYTHON", "another Python"),
        (ORDINARY, {"env_vars": {"PYTHONPATH": "/x"}}, "PYTHON", "sets PYTHONPATH"),
        (ORDINARY, {"env_vars": {"LD_PRELOAD": "x.so"}}, "PYTHON", "sets LD_PRELOAD"),
        (ORDINARY, {"env_vars": {"OMP_NUM_THREADS": "4"}}, "PYTHON", "sets OMP_NUM_THREADS"),
    ],
)
def test_an_unusual_worker_is_not_and_the_reason_is_said(
    argv: list[str], context: dict[str, object], language: str, words: str
) -> None:
    reason = why_not(argv, context, language)
    assert reason is not None
    assert words in reason


def test_it_finds_this_package_by_itself() -> None:
    import allranks

    assert allranks.__file__.startswith(packages())
