"""What a loop that only looks is waiting for, read from the program. The programs here are never run."""

from __future__ import annotations

import ast
from textwrap import indent

import pytest

from allranks.diagnosis.polled import LONGEST, Polled, polled


def read(loop: str, line: int = 3) -> Polled | None:
    """Of a loop that begins in line 2."""
    return polled(ast.parse(f"def train_loop(config):\n{indent(loop, '    ')}\n    step()\n"), line)


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        (
            "while not os.path.exists(flag):\n    time.sleep(0.1)",
            Polled(2, "os.path.exists(flag)", until=True, bounded=False, elsewhere=False, sleeps=True),
        ),
        (
            "while counter.value < 2:\n    pass",
            Polled(2, "counter.value < 2", until=False, bounded=False, elsewhere=False, sleeps=False),
        ),
        (
            "while True:\n    if flag.exists():\n        break\n    print('not yet', flush=True)\n    sleep(1)",
            Polled(2, "flag.exists()", until=True, bounded=False, elsewhere=False, sleeps=True),
        ),
        (
            "while not flag.exists():\n    if time.monotonic() > end:\n        raise TimeoutError(flag)\n    sleep(1)",
            Polled(2, "flag.exists()", until=True, bounded=True, elsewhere=False, sleeps=True),
        ),
        (
            "while time.time() < end and not flag.exists():\n    time.sleep(1)",
            Polled(
                2, "time.time() < end and (not flag.exists())", until=False, bounded=True, elsewhere=False, sleeps=True
            ),
        ),
        (
            "while not flag.exists() and tries < 9:\n    tries += 1\n    time.sleep(1)",
            Polled(2, "not flag.exists() and tries < 9", until=False, bounded=True, elsewhere=False, sleeps=True),
        ),
        (
            "while not ray.get(board.ready.remote()):\n    time.sleep(1)",
            Polled(2, "ray.get(board.ready.remote())", until=True, bounded=False, elsewhere=True, sleeps=True),
        ),
    ],
)
def test_what_is_waited_for_is_said_in_the_programs_own_words(loop: str, expected: Polled) -> None:
    assert read(loop) == expected


@pytest.mark.parametrize(
    "loop",
    [
        "while step < 10:\n    train(batch)\n    time.sleep(1)",
        "while loss > 1:\n    loss = step()",
        "while True:\n    time.sleep(1)",
        "while not flag.exists():\n    flag = next_flag()\n    time.sleep(1)",
        "while not flag.exists():\n    if late():\n        make(flag)\n    time.sleep(1)",
        "for _ in range(10):\n    time.sleep(1)",
    ],
)
def test_a_loop_that_does_something_is_none(loop: str) -> None:
    assert read(loop) is None


def test_a_line_outside_is_in_no_loop() -> None:
    assert read("while not flag.exists():\n    pass", line=4) is None


def test_the_innermost_loop_counts() -> None:
    outer = "while training():\n    while not flag.exists():\n        time.sleep(1)\n    step()"
    found = read(outer, line=4)
    assert found is not None
    assert found.line == 3
    assert read(outer, line=5) is None


def test_a_long_condition_is_shortened() -> None:
    found = read(f"while not all(path.exists() for path in {['a long name'] * 20}):\n    pass")
    assert found is not None
    assert len(found.condition) == LONGEST
    assert found.condition.endswith("…")
