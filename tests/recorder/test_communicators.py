"""Ray Train's detector of NCCL hangs, as the recorder uses it, on reports as `ncclras` prints them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from allranks.protocol import CommunicatorMismatched
from nccl_reports import communicator, report

pytestmark = pytest.mark.ray

SECONDS = 2.0
AHEAD = {0: {"AllReduce": 13}, 1: {"AllReduce": 12}}


class Watched:
    """The detector, given one report after the other as its poller would."""

    def __init__(self, ranks: Mapping[int, int] | None = None) -> None:
        from allranks.recorder.communicators import Communicators

        self.told: list[CommunicatorMismatched] = []
        self.reports: list[Any] = []
        self.communicators: Any = Communicators(SECONDS, ranks or {100: 0, 101: 1, 102: 2}, self.tell)
        self.communicators._ras_poller = self

    def tell(self, fields: dict[str, Any]) -> None:
        event = {"kind": "communicator_mismatched", "attempt": 1, **fields}
        self.told.append(CommunicatorMismatched.model_validate(event))

    def next_result(self) -> Any:
        """As Ray's poller has it."""
        return self.reports.pop(0) if self.reports else None

    def hears(self, *printed: str) -> Watched:
        from ray.train.v2._internal.callbacks.nccl_ras import parse_ras_schema

        for text in printed:
            self.reports.append(parse_ras_schema(text))
            self.communicators.after_worker_group_poll_status(None)
        return self


def test_counts_that_differ_and_do_not_move_are_told_with_how_long() -> None:
    watched = Watched().hears(*[report(communicator(AHEAD))] * 3)
    assert [told.seconds for told in watched.told] == [2.0, 4.0]
    last = watched.told[-1]
    assert [(one.rank, one.operations["AllReduce"]) for one in last.ranks] == [(1, 12), (0, 13)]
    assert (last.communicator, last.size, last.silent) == ("0x4e0104c2022fa2f9", 2, [])


def test_ranks_that_move_or_are_even_are_nothing_to_tell() -> None:
    moving = [report(communicator({0: {"AllReduce": step + 1}, 1: {"AllReduce": step}})) for step in range(4)]
    even = [report(communicator({0: {"AllReduce": 4}, 1: {"AllReduce": 4}}))] * 3
    assert Watched().hears(*moving, *even).told == []


def test_after_ranks_have_moved_it_is_counted_from_then_on() -> None:
    stands = [report(communicator(AHEAD))] * 3
    moved = [report(communicator({0: {"AllReduce": 14}, 1: {"AllReduce": 13}}))] * 2
    assert [told.seconds for told in Watched().hears(*stands, *moved).told] == [2.0, 4.0, 2.0]


def test_a_rank_that_does_not_answer_is_told_even_where_the_others_are_even() -> None:
    watched = Watched().hears(*[report(communicator({0: {"AllReduce": 4}}, silent=[1]))] * 2)
    (told,) = watched.told
    assert (told.silent, told.size, told.seconds) == ([1], 2, 2.0)


def test_the_json_of_nccl_2_28_with_its_missing_comma_is_read() -> None:
    good = report(communicator({0: {"AllReduce": 4}}, silent=[1]))
    missing = good.index('"missing_ranks": [')
    odd = good[:missing] + good[missing:].replace('"nvml_dev": 0,', '"nvml_dev": 0', 1)
    assert odd != good
    (told,) = Watched().hears(odd, odd).told
    assert told.silent == [1]


def test_a_rank_is_known_by_its_process_since_a_communicator_counts_its_own_from_zero() -> None:
    pair = communicator(AHEAD, pids={0: 1002, 1: 1003})
    (told,) = Watched({1000: 0, 1001: 1, 1002: 2, 1003: 3}).hears(*[report(pair)] * 2).told
    assert [one.rank for one in told.ranks] == [3, 2]


def test_an_answer_that_cannot_be_read_ends_it_with_one_error() -> None:
    watched = Watched().hears(report(communicator(AHEAD)))
    odd = report({**communicator(AHEAD), "size": "two"})
    with pytest.raises(ValueError, match="two"):
        watched.hears(odd)
    watched.hears(odd)
    assert watched.told == []


@pytest.mark.parametrize(
    ("gpus", "setting", "installed", "seconds"),
    [
        (2, None, True, SECONDS),
        (0, None, True, None),
        (2, None, False, None),
        (0, "0.5", True, 0.5),
        (2, "0", True, None),
        (2, "soon", True, SECONDS),
    ],
)
def test_it_is_asked_where_there_are_gpus_and_somebody_to_ask(
    gpus: float, setting: str | None, installed: bool, seconds: float | None, tmp_path: Path
) -> None:
    from allranks.recorder.communicators import VARIABLE, seconds_between

    if installed:
        (tmp_path / "ncclras").write_text("#!/bin/sh\n")
        (tmp_path / "ncclras").chmod(0o755)
    environment = {"PATH": str(tmp_path), **({VARIABLE: setting} if setting is not None else {})}
    assert seconds_between(gpus, environment) == seconds
