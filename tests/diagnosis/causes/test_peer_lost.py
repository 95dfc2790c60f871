from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

CLOSED = "[enforce fail at pair.cc:545] Connection closed by peer [127.0.0.1]:43210"
BACKWARD = own_frame(16, "loss.backward()")


def test_when_only_consequences_were_recorded_the_silent_ranks_are_suspected() -> None:
    story = FailingRun().workers(3).worker_fails(0, "RuntimeError", CLOSED, BACKWARD)
    story.worker_fails(2, "RuntimeError", CLOSED, BACKWARD)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.cause == "peer_lost"
    assert diagnosis.ranks == [0, 2]
    assert "Most likely rank 1 failed first" in diagnosis.what_happened


def test_it_is_silent_when_the_cause_is_known() -> None:
    story = FailingRun().workers(2).worker_fails(0, "RuntimeError", CLOSED, BACKWARD)
    story.worker_fails(1, "ValueError", "bad batch", own_frame(14, "check(batch)"))

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_raised"]


def test_a_connection_of_the_programs_own_is_not_a_peer() -> None:
    story = FailingRun().workers(2)
    story.worker_fails(0, "ConnectionResetError", "[Errno 104] Connection reset by peer", own_frame(12, "download()"))

    assert causes_of(diagnose(story.fit_passes_it_on().ends().records())) == ["worker_raised"]
