"""What all messages have in common."""

from __future__ import annotations

import math

import pytest
from pydantic import ValidationError

from allranks.protocol import MetricsReported, NonFinite, QueueMoved, metric


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (math.nan, NonFinite(nonfinite="nan")),
        (math.inf, NonFinite(nonfinite="inf")),
        (-math.inf, NonFinite(nonfinite="-inf")),
        (0.5, 0.5),
        (3, 3),
        (True, True),
        (None, None),
        ("text", "text"),
        ([1, 2], "[1, 2]"),
        ("x" * 300, "x" * 300),
    ],
)
def test_a_number_becomes_a_metric(value: object, expected: object) -> None:
    assert metric(value) == expected


def test_what_json_cannot_carry_is_refused_bare() -> None:
    with pytest.raises(ValidationError):
        MetricsReported(attempt=1, rank=0, index=0, metrics={"loss": math.nan}, with_checkpoint=False, reported_at=0.0)


def test_messages_do_not_change() -> None:
    moved = QueueMoved(ahead=1)
    with pytest.raises(ValidationError):
        moved.ahead = 0
