"""Telling exported code apart without disassembling it."""

from __future__ import annotations

from typing import Any

from allranks.recorder.exports import identifier


def made(factor: int) -> Any:
    """A class made anew, as Ray makes one from every actor class."""
    names: dict[str, Any] = {}
    exec(f"class Made:\n    @classmethod\n    def act(cls):\n        return {factor}\n", names)
    return names["Made"]


def test_the_same_code_is_known_again() -> None:
    assert identifier(made(2)) == identifier(made(2))
    assert len(identifier(made(2))) == 32


def test_other_code_is_another_one() -> None:
    assert identifier(made(2)) != identifier(made(3))
    assert identifier(made) != identifier(test_the_same_code_is_known_again)


def test_a_function_without_code_of_its_own_is_known_by_its_name() -> None:
    assert identifier(len) == identifier(len)
    assert identifier(len) != identifier(print)
