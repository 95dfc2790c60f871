"""What each further attempt had to begin from."""

from __future__ import annotations

from allranks.grading.observed import Observed
from allranks.grading.recovery import number, restarts
from allranks.protocol import NonFinite
from recovery_stories import recovered


def test_every_attempt_after_the_first_is_a_restart() -> None:
    found = restarts(Observed(recovered().ended().records()))
    assert [(restart.attempt, restart.ended, restart.ranks) for restart in found] == [
        (2, True, [0, 1]),
        (3, False, [0, 1]),
    ]


def test_a_restart_knows_the_latest_checkpoint_before_it_and_what_was_seen_with_it() -> None:
    restart = restarts(Observed(recovered().ended().records()))[1]
    assert restart.saved is not None
    assert restart.saved.name == "checkpoint_4"
    assert restart.loaded[1].name == "checkpoint_4"
    assert restart.first[0].metrics["epoch"] == 5
    assert restart.reported_at_save[0].metrics["epoch"] == 4
    assert restart.reported_before[0].metrics["epoch"] == 3
    assert restart.steps_at_save[1].parameters_hash == restart.began[1].parameters_hash == "w4"


def test_only_finite_numbers_are_numbers() -> None:
    metrics = {"loss": 1, "odd": NonFinite(nonfinite="nan"), "flag": True, "name": "x"}
    assert number(metrics, "loss") == 1.0
    assert [number(metrics, name) for name in ("odd", "flag", "name", "absent")] == [None] * 4
    assert number(None, "loss") is None
