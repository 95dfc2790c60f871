"""Errors are sentences."""

from __future__ import annotations

from allranks.protocol import AllranksError, BadExercise, BadInput, BadSetting, RunnerFailed, StoreFailed, UnknownRun
from allranks.protocol import errors as errors_module


def test_bad_input_says_what_came_what_was_expected_and_what_to_do() -> None:
    error = BadInput("a letter", "a number", "send a number")
    assert str(error) == "got a letter; expected a number; send a number"


def test_an_unknown_run_is_named() -> None:
    assert "'abc'" in str(UnknownRun("abc"))


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    drawn = errors_module.__doc__ or ""
    for error in (AllranksError, BadInput, BadExercise, BadSetting, UnknownRun, StoreFailed, RunnerFailed):
        assert error.__name__ in drawn
        assert issubclass(error, AllranksError)
    assert issubclass(BadExercise, BadInput)
    assert issubclass(BadSetting, BadInput)
