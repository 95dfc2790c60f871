"""Which reason is given, and that none is while all goes well."""

import random

import pytest

from allranks.diagnosis.explain import stalls
from stall_stories import Attempt, sample


def test_each_stall_has_a_name_and_a_place_of_its_own() -> None:
    found = stalls()
    assert len({stall.id for stall in found}) == len(found) >= 17
    assert len({stall.order for stall in found}) == len(found)


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_said_of_ranks_that_get_on_whatever_they_are_in(seed: int) -> None:
    draw = random.Random(seed)
    story = Attempt(draw.randint(1, 4))
    for second in range(120):
        story.now += 1
        for rank in story.watched.ranks:
            activity = draw.choice(["loop", "data", "forward", "backward", "report", "collective", "checkpoint"])
            cpu = draw.uniform(0, 100)
            facts = {"activity": activity, "cpu_percent": cpu, "batches": second, "steps": second}
            story.take(sample(rank, draw.uniform(0, 2.5), **facts))
        assert story.explained() is None


@pytest.mark.parametrize("seed", range(20))
def test_a_long_computation_without_reports_is_not_spoken_of_for_a_while(seed: int) -> None:
    draw = random.Random(seed)
    story = Attempt(draw.randint(1, 4))
    busy = {rank: {"cpu_percent": draw.uniform(45, 100)} for rank in story.watched.ranks}
    for _ in range(50):
        story.stands(1, busy)
    assert story.explained() is None
