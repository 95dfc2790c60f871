from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

LINE = own_frame(30, "sys.exit(3)", "<module>")


def test_a_status_other_than_zero_is_named() -> None:
    [diagnosis] = diagnose(FailingRun().workers(1).reports(0, loss=1.0).ends("program_failed", 3).records())

    assert diagnosis.cause == "program_exited"
    assert diagnosis.title == "The program exited with status 3"
    assert diagnosis.evidence == ["exit status: 3"]


def test_the_line_is_named_where_it_is_known() -> None:
    [diagnosis] = diagnose(FailingRun().program_fails("SystemExit", "3", LINE).ends("program_failed", 3).records())

    assert diagnosis.title == "The program exited with status 3 at line 30"
    assert diagnosis.where == LINE
    assert diagnosis.evidence == ["exit status: 3"]


def test_a_reason_given_to_exit_is_quoted() -> None:
    story = FailingRun().program_fails("SystemExit", "loss too high", LINE).ends("program_failed", 1)

    [diagnosis] = diagnose(story.records())

    assert diagnosis.evidence == ["exit status: 1", "What it gave as the reason: loss too high"]


def test_an_error_that_explains_the_status_is_enough() -> None:
    story = FailingRun().program_fails("ValueError", "x", own_frame(2, "raise ValueError('x')")).ends()

    assert causes_of(diagnose(story.records())) == ["program_raised"]


def test_a_program_that_exits_because_a_worker_failed_is_not_told_twice() -> None:
    story = FailingRun().workers(1).worker_fails(0, "ValueError", "x", own_frame(9, "raise ValueError('x')"))

    assert causes_of(diagnose(story.ends("program_failed", 1).records())) == ["worker_raised"]


def test_a_lost_process_did_not_exit() -> None:
    assert causes_of(diagnose(FailingRun().ends("harness_lost", None).records())) == ["program_crashed"]


def test_the_one_place_that_exits_is_the_line() -> None:
    story = FailingRun("import sys\nif not sys.argv[1:]:\n    sys.exit('usage')\n").ends("program_failed", 1)

    [diagnosis] = diagnose(story.records())

    assert diagnosis.title == "The program exited with status 1 at line 3"


def test_arguments_that_nobody_gives_are_named() -> None:
    source = "import argparse\nparser = argparse.ArgumentParser()\narguments = parser.parse_args()\n"
    said = "usage: train01.py [-h] --data DATA\ntrain01.py: error: the following arguments are required: --data\n"

    [diagnosis] = diagnose(FailingRun(source).driver_writes(said).ends("program_failed", 2).records())

    assert diagnosis.cause == "program_exited"
    assert diagnosis.title == "The program wants arguments, and a run gives it none: --data"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 3


def test_the_same_words_before_another_status_are_not_the_reason() -> None:
    said = "error: the following arguments are required: --data\n"

    [diagnosis] = diagnose(FailingRun().driver_writes(said).ends("program_failed", 3).records())

    assert diagnosis.title == "The program exited with status 3"
