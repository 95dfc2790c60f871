from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

LOADER = "loader = DataLoader(data, batch_size=4, num_workers=64)\n"
LINE = own_frame(1, LOADER.strip(), "<module>")


def test_what_failed_for_it_is_explained_with_it() -> None:
    story = FailingRun(LOADER).workers(1).worker_fails(0, "RuntimeError", "can't start new thread", LINE)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends("too_many_processes").records())

    assert diagnosis.cause == "process_limit"
    assert diagnosis.where == LINE


def test_a_loader_without_workers_is_not_blamed() -> None:
    story = FailingRun(LOADER.replace("64", "0")).ends("too_many_processes")

    [diagnosis] = diagnose(story.records())

    assert diagnosis.where is None


def test_a_thread_that_could_not_start_without_the_kernels_count_is_less_certain() -> None:
    story = FailingRun(LOADER).workers(1).worker_fails(0, "RuntimeError", "can't start new thread", LINE)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["playground_limit"]
