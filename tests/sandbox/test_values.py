"""Whatever a program writes into an event, the host keeps it in bounds, keeps the rest, and believes none of it."""

import json

import pytest

from allranks.protocol import Graded, LogWritten, MetricsReported, NonFinite, RunFinished
from hostile_runs import Suffered, suffer

pytestmark = pytest.mark.sandbox

ATTACK = "speak_nonsense"
WHOLE = 2**53 - 1


def reports(suffered: Suffered) -> list[MetricsReported]:
    """Those that came through; all can be stored and sent."""
    for event in suffered.run.events:
        json.dumps(event.model_dump(mode="json"), allow_nan=False).encode("utf-8")
    return suffered.run.of(MetricsReported)


async def test_numbers_of_any_size_are_put_in_bounds_and_the_rest_is_kept() -> None:
    first, *others = reports(await suffer(ATTACK, "numbers"))
    values = [
        value.nonfinite if isinstance(value, NonFinite) else value
        for value in map(first.metrics.get, map(str, range(13)))
    ]
    assert values[:8] == ["nan", "inf", "-inf", "inf", "-inf", "inf", "inf", "-inf"]
    assert values[8:] == [0.0, 2.0**53, 2.0**63, 0.1, -0.0]
    assert [report.reported_at for report in others[:4]] == [0.0, WHOLE, WHOLE, WHOLE]
    assert others[4].index == WHOLE


async def test_depth_of_any_size_is_cut_and_the_rest_is_kept() -> None:
    suffered = await suffer(ATTACK, "depth")
    first, second = reports(suffered)
    assert first.metrics["loss"] == second.metrics["loss"] == 0.5
    assert suffered.dropped == {"an event was not understood": 2}


async def test_text_cannot_command_a_terminal_or_turn_around_what_is_beside_it() -> None:
    suffered = await suffer(ATTACK, "text")
    (report,) = reports(suffered)
    assert len(report.metrics) >= 6, "two names may become the same"
    assert max(map(len, report.metrics)) <= 80
    shown = "".join(log.text for log in suffered.run.of(LogWritten)) + str(report.metrics)
    assert not set(shown) & set("\0\x1b\x07\u202e\ud800")
    assert shown.count(" end\n") == 2, "and the rest is there"


async def test_bytes_that_are_no_text_are_shown_as_such() -> None:
    suffered = await suffer(ATTACK, "bytes_that_are_no_text")
    (report,) = reports(suffered)
    assert set("".join(report.metrics)) == {"\ufffd"}
    assert suffered.dropped == {"an event was not understood": 8}


async def test_the_number_of_metrics_is_bounded_and_the_rest_is_kept() -> None:
    suffered = await suffer(ATTACK, "keys")
    many, twice = reports(suffered)
    assert len(many.metrics) == 64
    assert twice.metrics == {"loss": 2.0}
    assert suffered.dropped["a report had more than 64 metrics"] == 3000 - 64


async def test_verdicts_and_ends_that_a_program_claims_are_not_believed() -> None:
    suffered = await suffer(ATTACK, "claims")
    assert suffered.run.of(Graded) == []
    assert [event.sentence for event in suffered.run.of(RunFinished)] == ["The program ran to its end."]
    assert [report.index for report in reports(suffered)] == [5]
    assert suffered.dropped["an event was not understood"] == 5
    assert suffered.dropped["a rank was not between 0 and 255"] == 4


async def test_a_program_cannot_say_how_it_ended() -> None:
    suffered = await suffer(ATTACK, "endings")
    assert suffered.run.finished.end == "program_failed"
    assert suffered.run.finished.exit_code == 3
    assert '"exit_code": 0' in suffered.run.text(), "its words are only output"
