from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

DEAD = "The actor is dead because its worker process has died. (1) the process was killed by the OOM killer"
LINE = own_frame(13, "dist.all_reduce(lengths)")
ABORTED = (
    "Unhandled exception: N4gloo13EnforceNotMetE. what(): [enforce fail at /gloo/transport/tcp/pair.cc:456] "
    "op.preamble.length <= op.nbytes. 32 vs 16. \n*** SIGABRT received at time=1 on cpu 1 ***\n"
    "Fatal Python error: Aborted\n"
)


def test_gloos_words_in_the_log_come_before_the_tale_of_memory() -> None:
    story = FailingRun().workers(2).writes(0, ABORTED).worker_fails(0, "WorkerHealthCheckFailedError", DEAD)
    story.worker_fails(1, "RuntimeError", "Read error: Connection reset by peer.", LINE)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.cause == "shapes_differ"
    assert diagnosis.where == LINE
    assert diagnosis.ranks == [0]
    assert "32 bytes arrived where 16 were expected" in diagnosis.what_happened
    assert diagnosis.evidence[0] == "in the log: op.preamble.length <= op.nbytes. 32 vs 16."


def test_it_is_known_without_the_other_rank_too() -> None:
    story = FailingRun().workers(2).writes(0, ABORTED).worker_fails(0, "ActorDiedError", DEAD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert (diagnosis.cause, diagnosis.where) == ("shapes_differ", None)


def test_torchs_own_check_says_it_in_an_exception() -> None:
    message = "Detected mismatch between collectives on ranks. Rank 0 is running collective: ALLREDUCE"
    story = FailingRun().workers(2).worker_fails(0, "RuntimeError", message, LINE)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["shapes_differ"]


def test_a_crash_without_these_words_is_another_cause() -> None:
    story = FailingRun().workers(2).writes(0, "Fatal Python error: Aborted\n").worker_fails(0, "ActorDiedError", DEAD)

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["crashed"]


def test_the_linters_line_is_named_where_no_rank_told_its_own() -> None:
    story = FailingRun("pass\n" * 20).linted("RTL106", 8).workers(2).writes(0, ABORTED)
    story.worker_fails(0, "ActorDiedError", DEAD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.where is not None
    assert diagnosis.where.line == 8
