"""However much a program says, the host keeps what it may, counts the rest, and goes on serving everybody else."""

import psutil
import pytest

from allranks.protocol import Limits, LogWritten, MetricsReported, PhaseChanged
from allranks.runners.local.connections import CONNECTIONS
from hostile_runs import Suffered, suffer
from mini_sandbox import MEBIBYTE

pytestmark = pytest.mark.sandbox

ATTACK = "flood_the_host"
SMALL_OUTPUT = Limits(output_bytes=MEBIBYTE // 2)
LONGEST_WAIT = 0.25
"""Seconds that the shared event loop may be held up, on a busy machine; it was seconds to minutes."""
MEMORY = 100 * MEBIBYTE


def assert_harmless(suffered: Suffered) -> None:
    assert suffered.run.of(PhaseChanged)[1].phase == "program", "it must have spoken"
    assert suffered.longest_wait < LONGEST_WAIT
    assert suffered.memory_bytes < MEMORY


async def test_a_million_events_are_bounded() -> None:
    limits = Limits()
    suffered = await suffer(ATTACK, "a_million_events")
    assert_harmless(suffered)
    kept = len(suffered.run.of(MetricsReported))
    dropped = suffered.dropped["events faster than 2000 a second"]
    assert limits.event_burst / 2 < kept < limits.event_burst + 20 * limits.events_per_second
    assert 999_990 <= kept + dropped <= 1_000_010, "each one is counted, with the two that say when the program ran"


@pytest.mark.parametrize("attempt", ["empty_lines", "empty_lines_from_everywhere"])
async def test_lines_that_say_nothing_do_not_hold_up_the_server(attempt: str) -> None:
    suffered = await suffer(ATTACK, attempt)
    assert_harmless(suffered)
    assert suffered.dropped["events faster than 2000 a second"] > 19 * MEBIBYTE


@pytest.mark.parametrize("attempt", ["a_line_of_ten_megabytes", "a_line_over_the_limit"])
async def test_an_event_over_its_size_is_dropped_and_the_next_one_is_kept(attempt: str) -> None:
    suffered = await suffer(ATTACK, attempt)
    assert_harmless(suffered)
    assert suffered.dropped == {"an event was larger than 65536 bytes": 1}
    assert suffered.run.of(MetricsReported)[-1].index == 2


async def test_a_line_that_never_ends_is_not_kept() -> None:
    suffered = await suffer(ATTACK, "fifty_megabytes_without_a_line")
    assert_harmless(suffered)
    assert suffered.memory_bytes < 20 * MEBIBYTE
    assert suffered.dropped == {"an event was larger than 65536 bytes": 1}


async def test_large_events_are_bounded_together() -> None:
    suffered = await suffer(ATTACK, "large_events")
    assert_harmless(suffered)
    assert sum(suffered.dropped.values()) > 1_000


async def test_the_number_of_connections_is_bounded() -> None:
    before = psutil.Process().num_fds()
    suffered = await suffer(ATTACK, "connections_without_a_number")
    assert_harmless(suffered)
    assert suffered.dropped[f"more than {CONNECTIONS} connections at once"] >= 1900 - CONNECTIONS
    assert psutil.Process().num_fds() <= before + 2
    silent = await suffer(ATTACK, "connections_that_say_nothing")
    assert_harmless(silent)


async def test_connections_one_after_another_are_bounded() -> None:
    suffered = await suffer(ATTACK, "connections_one_after_another")
    assert_harmless(suffered)
    assert suffered.dropped["connections faster than 50 a second"] > 15_000


async def test_a_connection_that_says_nonsense_is_closed_and_counted() -> None:
    suffered = await suffer(ATTACK, "headers_of_every_kind")
    assert_harmless(suffered)
    assert suffered.dropped["a connection did not say what it carries"] >= 7
    assert suffered.run.finished.end == "completed"
    logs = suffered.run.of(LogWritten)
    assert {log.rank for log in logs} <= {None, 1}
    assert sum("said" in log.text for log in logs) == 7


async def test_descriptors_that_are_sent_are_not_taken() -> None:
    before = psutil.Process().num_fds()
    suffered = await suffer(ATTACK, "descriptors")
    assert_harmless(suffered)
    assert len(suffered.run.of(MetricsReported)) == 200
    assert psutil.Process().num_fds() <= before + 2


@pytest.mark.parametrize("attempt", ["output", "output_of_empty_lines", "output_of_many_ranks"])
async def test_a_flood_of_output_ends_the_run(attempt: str) -> None:
    suffered = await suffer(ATTACK, attempt, limits=SMALL_OUTPUT)
    assert_harmless(suffered)
    finished = suffered.run.finished
    assert finished.end == "output_limit"
    assert finished.sentence == "Ended: the program wrote far more than the 524,288 bytes it may."
    kept = sum(len(log.text) for log in suffered.run.of(LogWritten))
    assert SMALL_OUTPUT.output_bytes * 0.9 < kept < SMALL_OUTPUT.output_bytes + 1000
    assert "Output limit" in suffered.run.text("playground")


async def test_output_without_a_line_is_cut() -> None:
    suffered = await suffer(ATTACK, "output_without_a_line")
    assert_harmless(suffered)
    kept = sum(len(log.text) for log in suffered.run.of(LogWritten))
    assert kept < Limits().output_bytes + 1000
    assert "output past the limit of 8388608 bytes" in suffered.dropped


async def test_a_program_cannot_hide_what_was_dropped_behind_reasons_of_its_own() -> None:
    suffered = await suffer(ATTACK, "reasons_of_its_own")
    assert_harmless(suffered)
    assert not any("forged" in reason for reason in suffered.dropped)
    assert suffered.dropped["an event was not understood"] == 1
