from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

LINE = own_frame(7, "for epoch in range(10)", "<module>")


def test_a_file_that_is_not_python_gets_its_line() -> None:
    story = FailingRun().program_fails("SyntaxError", "expected ':' (train01.py, line 7)", LINE).ends()

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "syntax_error"
    assert diagnosis.title == "Line 7 is not valid Python: expected ':'"
    assert diagnosis.where == LINE


def test_wrong_indentation_is_the_same_cause() -> None:
    story = FailingRun().program_fails("IndentationError", "unexpected indent (train01.py, line 7)", LINE).ends()

    assert causes_of(diagnose(story.records())) == ["syntax_error"]


def test_text_that_the_program_itself_compiled_is_not_the_file() -> None:
    frame = own_frame(9, "eval('1 +')", "<module>")
    story = FailingRun().program_fails("SyntaxError", "invalid syntax (<string>, line 1)", frame).ends()

    assert causes_of(diagnose(story.records())) == ["program_raised"]


def test_a_command_of_a_notebook_is_told_as_one() -> None:
    line = own_frame(1, "!pip install torch", "<module>")
    story = FailingRun().program_fails("SyntaxError", "invalid syntax (train01.py, line 1)", line).ends()

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "syntax_error"
    assert diagnosis.title == "Line 1 is a command of a notebook, and no Python"
    assert "Leave it out" in diagnosis.mend


def test_a_remainder_that_goes_over_lines_is_no_command() -> None:
    line = own_frame(7, "% batch_size", "<module>")
    story = FailingRun().program_fails("SyntaxError", "invalid syntax (train01.py, line 7)", line).ends()

    assert diagnose(story.records())[0].title == "Line 7 is not valid Python: invalid syntax"
