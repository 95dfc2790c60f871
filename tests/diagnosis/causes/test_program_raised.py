from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, library_frame, own_frame

LINE = own_frame(3, "import torchh", "<module>")


def test_an_error_in_the_file_itself_is_named_with_its_line() -> None:
    story = FailingRun().program_fails("ZeroDivisionError", "division by zero", LINE).ends()

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "program_raised"
    assert diagnosis.title == "The program raised ZeroDivisionError at line 3"
    assert diagnosis.where == LINE
    assert diagnosis.ranks == []
    assert "No rank had reported anything" in diagnosis.what_happened


def test_an_error_after_training_says_that_the_training_had_reported() -> None:
    story = FailingRun().workers(1).reports(0, loss=1.0).program_fails("KeyError", "'x'", LINE).ends()

    [diagnosis] = diagnose(story.records())

    assert "had reported until then" in diagnosis.what_happened


def test_the_innermost_line_of_the_learners_comes_before_a_packages() -> None:
    frames = [library_frame(), own_frame(8, "helper()", "main"), own_frame(20, "main()", "<module>")]
    story = FailingRun().program_fails("ValueError", "num_workers must be positive", *frames).ends()

    [diagnosis] = diagnose(story.records())

    assert diagnosis.where == frames[1]


def test_a_failed_fit_without_any_known_worker_failure_is_not_swallowed() -> None:
    assert causes_of(diagnose(FailingRun().workers(2).fit_passes_it_on().ends().records())) == ["program_raised"]


def test_a_failed_fit_is_not_said_again_when_the_worker_is_known() -> None:
    story = FailingRun().workers(2).worker_fails(0, "ValueError", "x", own_frame(9, "raise ValueError('x')"))

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_raised"]


def test_a_program_that_completed_has_no_diagnosis() -> None:
    assert diagnose(FailingRun().workers(1).reports(0, loss=1.0).ends("completed", 0).records()) == []
