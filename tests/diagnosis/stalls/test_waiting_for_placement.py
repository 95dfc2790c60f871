"""Ray has not started the workers."""

import pytest

from allranks.protocol import PhaseChanged
from stall_stories import Attempt


@pytest.mark.parametrize(("may_grow", "hang"), [(False, True), (True, False)])
def test_what_is_asked_for_and_what_there_is_are_said(may_grow: bool, hang: bool) -> None:
    story = Attempt(0).take(PhaseChanged(phase="workers")).asks(4, 8, 16, may_grow=may_grow)
    story.now += 6
    found = story.explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("waiting_for_placement", hang)
    assert "32 CPU in all, and the cluster has 16" in found.diagnosis.what_happened


def test_workers_that_fit_have_time_to_start() -> None:
    story = Attempt(0).take(PhaseChanged(phase="workers")).asks(2, 1, 16)
    story.now += 20
    assert story.explained() is None
    story.now += 20
    found = story.explained()
    assert found is not None
    assert not found.hang
