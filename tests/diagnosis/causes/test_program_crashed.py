from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import RunFinished
from failing_runs import FILE_NAME, FailingRun, causes_of

LOST = RunFinished(
    end="harness_lost",
    sentence="The program's own process was ended by SIGSEGV, without an exception.",
    exit_code=None,
)


def ended(story: FailingRun) -> FailingRun:
    story.events.append(LOST)
    return story


def test_the_fault_handler_tells_the_line() -> None:
    log = f'ready\nFatal Python error: Segmentation fault\n\nStack:\n  File "{FILE_NAME}", line 2 in <module>\n'
    story = ended(FailingRun("import ctypes\nctypes.string_at(0)\n").driver_writes(log))

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "program_crashed"
    assert diagnosis.title == "The program's own process was ended by SIGSEGV at line 2"
    assert diagnosis.ranks == []


def test_without_a_word_the_signal_is_all_that_is_known() -> None:
    [diagnosis] = diagnose(ended(FailingRun()).records())

    assert diagnosis.where is None
    assert diagnosis.evidence == []


def test_a_program_that_raised_did_not_crash() -> None:
    assert causes_of(diagnose(FailingRun().program_fails("ValueError", "no").ends().records())) == ["program_raised"]
