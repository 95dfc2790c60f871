"""Which reason is given, and that none is while all goes well."""

import random

import pytest

from allranks.diagnosis.explain import stalls
from stall_stories import Attempt, beneath, in_call, line, sample


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


POLLS = "def loop(config):\n    while not flag.exists():\n        time.sleep(1)\n"
LOCK, BATCH = line(6, "second.acquire()"), line(5, "for batch in shard.iter_torch_batches():")
ENDLESS = "def loop(config):\n    while True:\n        step()\n"


@pytest.mark.parametrize(
    ("cause", "facts"),
    [
        ("idle_rank", {"where": line(3, "time.sleep(60)")}),
        ("endless_loop", {"where": line(3, "step()"), "cpu_percent": 90.0}),
        ("deadlock", {"where": LOCK, "stack": [LOCK]}),
        ("waiting_for_data", {"activity": "data"}),
        ("waiting_for_upload", {"activity": "checkpoint"}),
        ("no_cpus_for_data", {"activity": "data", "where": BATCH, "stack": [beneath("ray/data/iterator.py"), BATCH]}),
    ],
)
def test_one_sentence_names_ranks_that_stopped_a_moment_apart(cause: str, facts: dict[str, object]) -> None:
    story = Attempt(source=ENDLESS if cause == "endless_loop" else "pass\n")
    if cause == "no_cpus_for_data":
        story.asks(2, 2, 4)
    for second in range(5):
        story.now += 1
        story.take(sample(0, second + 1.1, **facts)).take(sample(1, second + 0.4, **facts))
    found = story.explained()
    assert found is not None
    assert (found.diagnosis.cause, found.ranks) == (cause, (0, 1))


@pytest.mark.parametrize(
    ("cause", "facts", "source"),
    [
        ("endless_loop", {"where": line(3, "step()"), "cpu_percent": 90.0}, ENDLESS),
        ("polling", {"where": line(3, "time.sleep(1)")}, POLLS),
        ("deadlock", {"where": LOCK, "stack": [LOCK]}, ""),
        ("waiting_for_data", {"activity": "data"}, ""),
        ("waiting_for_upload", {"activity": "checkpoint"}, ""),
    ],
)
def test_the_reason_comes_first_though_the_rank_that_waits_stood_still_before(
    cause: str, facts: dict[str, object], source: str
) -> None:
    story = Attempt(source=source)
    for second in range(5):
        story.now += 1
        story.take(sample(0, second + 1.1, **in_call("barrier"))).take(sample(1, second + 0.4, **facts))
    assert story.cause() == cause
