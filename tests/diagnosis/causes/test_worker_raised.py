from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, library_frame, own_frame

SHAPES = "the learner's own words"
CLOSED = "[enforce fail at pair.cc:545] Connection closed by peer [127.0.0.1]:43210"
LINE = own_frame(14, "loss = mse_loss(model(inputs), targets)")
BACKWARD = own_frame(16, "loss.backward()")


def test_a_rank_that_raises_is_named_with_its_line() -> None:
    story = FailingRun().workers(4).worker_fails(2, "ValueError", "bad shard", LINE, library_frame())

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.cause == "worker_raised"
    assert diagnosis.title == "Rank 2 raised ValueError at line 14"
    assert diagnosis.where == LINE
    assert diagnosis.ranks == [2]
    assert diagnosis.evidence == ["rank 2: ValueError: bad shard"]


def test_the_same_error_on_several_ranks_is_said_once() -> None:
    story = (
        FailingRun()
        .workers(3)
        .worker_fails(0, "RuntimeError", SHAPES, LINE)
        .worker_fails(2, "RuntimeError", SHAPES, LINE)
    )

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.title == "Ranks 0 and 2 raised RuntimeError at line 14"
    assert diagnosis.ranks == [0, 2]
    assert "compare what differs" in diagnosis.mend


def test_an_error_on_every_rank_is_called_that() -> None:
    story = (
        FailingRun()
        .workers(2)
        .worker_fails(1, "RuntimeError", SHAPES, LINE)
        .worker_fails(0, "RuntimeError", SHAPES, LINE)
    )

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.title == "Every rank raised RuntimeError at line 14"
    assert "num_workers=1" in diagnosis.mend


def test_different_errors_are_different_diagnoses() -> None:
    story = (
        FailingRun().workers(2).worker_fails(0, "ValueError", "a", LINE).worker_fails(1, "KeyError", "'b'", BACKWARD)
    )

    diagnoses = diagnose(story.fit_passes_it_on().ends().records())

    assert [diagnosis.ranks for diagnosis in diagnoses] == [[0], [1]]


def test_ranks_that_lost_their_peer_are_the_consequence_of_the_one_that_raised() -> None:
    story = (
        FailingRun()
        .workers(3)
        .worker_fails(0, "RuntimeError", CLOSED, BACKWARD)
        .worker_fails(1, "ValueError", "bad batch", LINE)
        .worker_fails(2, "RuntimeError", CLOSED.replace("closed", "reset"), BACKWARD)
    )

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.ranks == [1]
    assert diagnosis.evidence == [
        "rank 1: ValueError: bad batch",
        "ranks 0 and 2: lost the connection to it afterwards, a consequence and not a cause",
    ]


def test_an_attempt_that_was_survived_is_not_the_cause_of_the_end() -> None:
    story = FailingRun().workers(2).worker_fails(0, "ValueError", "once", LINE).workers(2).reports(0, loss=1.0)
    story.reports(1, loss=1.0)

    assert diagnose(story.ends("completed", 0).records()) == []


def test_only_the_last_attempts_failure_is_explained() -> None:
    story = FailingRun().workers(2).worker_fails(0, "ValueError", "first", LINE)
    story.workers(2).worker_fails(1, "KeyError", "'second'", LINE)

    diagnosis, tries = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.evidence == ["rank 1: KeyError: 'second'"]
    assert tries.cause == "attempts_used_up"


def test_another_error_of_the_driver_afterwards_is_said_too() -> None:
    story = FailingRun().workers(2).worker_fails(0, "ValueError", "bad shard", LINE)
    story.program_fails("ZeroDivisionError", "division by zero", own_frame(50, "print(resutl)", "<module>"))

    assert causes_of(diagnose(story.ends().records())) == ["worker_raised", "program_raised"]


def test_what_the_linter_said_of_the_line_is_the_mend() -> None:
    story = FailingRun("pass\n" * 20).linted("RTL116", 14).workers(2).worker_fails(0, "TypeError", "not a tensor", LINE)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.mend == "Mend it."
    assert diagnosis.page == "rules/RTL116.html"
    assert diagnosis.evidence[-1] == "before the run, trainlint said of line 14 (RTL116): This is wrong."


def test_a_finding_elsewhere_is_not_about_this_error() -> None:
    story = FailingRun("pass\n" * 20).linted("RTL116", 3).workers(2).worker_fails(0, "TypeError", "not a tensor", LINE)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.page is None
