from __future__ import annotations

import pytest

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of

FLAT = [0.7, 0.69, 0.71, 0.7, 0.72, 0.7, 0.71, 0.72]


def run(losses: list[float], hashes: str = "abcdefgh", steps: int = 1, other: str = "") -> FailingRun:
    story = FailingRun("train.report({'loss': loss})\n").workers(2)
    for index, loss in enumerate(losses):
        for rank in (0, 1):
            parameters = (other if rank else "") + hashes[index % len(hashes)]
            story.stepped(rank, index, parameters, steps).reports(rank, loss=loss)
    return story.ends("completed", 0)


@pytest.mark.parametrize(
    ("hashes", "steps", "words"),
    [("abcdefgh", 1, "matter of the numbers"), ("a", 1, "did not change"), ("a", 0, "no optimizer step")],
)
def test_what_was_seen_of_the_steps_says_where_to_look(hashes: str, steps: int, words: str) -> None:
    [diagnosis] = diagnose(run(FLAT, hashes, steps).records())

    assert diagnosis.cause == "loss_does_not_fall"
    assert words in diagnosis.what_happened
    assert diagnosis.advice


def test_a_loss_that_falls_is_fine() -> None:
    assert causes_of(diagnose(run([1 / (index + 1) for index in range(8)]).records())) == []


def test_a_few_reports_say_nothing_yet() -> None:
    assert causes_of(diagnose(run(FLAT[:4]).records())) == []


def test_ranks_that_part_have_that_trouble_first() -> None:
    assert causes_of(diagnose(run(FLAT, other="x").records())) == ["ranks_part"]
