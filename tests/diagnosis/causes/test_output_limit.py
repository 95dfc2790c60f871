from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun

SOURCE = "while True:\n    print('again', number)\n"


def test_who_wrote_most_and_what_is_said() -> None:
    story = FailingRun(SOURCE).workers(2).writes(0, "hello\n").writes(1, "again 1\nagain 2\nagain 3\n")

    [diagnosis] = diagnose(story.ends("output_limit", None).records())

    assert diagnosis.cause == "output_limit"
    assert diagnosis.title == "Rank 1 wrote far more than a run may"
    assert diagnosis.evidence[-1] == "3 lines like: again 1"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 2


def test_one_print_of_many_is_not_singled_out() -> None:
    [diagnosis] = diagnose(FailingRun(SOURCE * 2).workers(1).ends("output_limit", None).records())

    assert diagnosis.where is None


def test_a_run_that_was_ended_for_something_else_did_not_write_too_much() -> None:
    assert diagnose(FailingRun(SOURCE).workers(1).ends("completed", 0).records()) == []
