"""Passes that an exception ended."""

from __future__ import annotations

import sys
import weakref

import pytest

from allranks.recorder.raising import MESSAGE_CHARACTERS, Raising
from allranks.recorder.tracebacks import PROGRAM_VARIABLE
from clocks import Clock


def test_nothing_is_told_while_nothing_was_raised() -> None:
    assert Raising().described() is None


def test_the_first_is_described_and_the_others_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROGRAM_VARIABLE, __file__)
    clock = Clock()
    raising = Raising(clock)
    raising.note("forward", ValueError("mat1 and mat2"), sys._getframe())
    clock.now += 3
    raising.note("backward", RuntimeError("another"), sys._getframe())
    clock.now += 2
    told = raising.described()
    assert told is not None
    assert (told["count"], told["seconds_ago"]) == (2, 2.0)
    assert (told["activity"], told["error_type"], told["message"]) == ("forward", "ValueError", "mat1 and mat2")
    assert told["where"]["text"] == 'raising.note("forward", ValueError("mat1 and mat2"), sys._getframe())'


def test_a_call_from_elsewhere_has_no_line_of_the_learners(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROGRAM_VARIABLE, "/elsewhere/program.py")
    raising = Raising()
    raising.note("forward", ValueError(), sys._getframe())
    told = raising.described()
    assert told is not None
    assert told["where"] is None


def test_a_message_that_is_long_or_cannot_be_read_does_no_harm() -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            raise KeyError

    for error, message in ((ValueError("x" * 9999), "x" * MESSAGE_CHARACTERS), (Odd(), "")):
        raising = Raising()
        raising.note("forward", error, None)
        told = raising.described()
        assert told is not None
        assert told["message"] == message


def test_the_exception_itself_is_not_kept() -> None:
    class Heavy(Exception):
        """Stands for one whose frames hold tensors."""

    raising, error = Raising(), Heavy("out of memory")
    kept = weakref.ref(error)
    raising.note("forward", error, None)
    del error
    assert kept() is None
