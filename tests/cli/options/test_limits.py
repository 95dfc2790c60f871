"""The limits of a run in a terminal."""

from __future__ import annotations

import argparse

import pytest

from allranks.cli.options import add_limits, read_limits
from allranks.protocol import BadInput, Limits


def read(*flags: str) -> Limits:
    parser = argparse.ArgumentParser()
    add_limits(parser)
    return read_limits(parser.parse_args(flags))


def test_each_flag_is_a_limit_of_the_run() -> None:
    limits = read("--seconds", "600", "--idle-limit", "30", "--pause", "2.5", "--cpus", "4")
    assert (limits.run_seconds, limits.idle_seconds, limits.pause_seconds, limits.logical_cpus) == (600, 30, 2.5, 4)


def test_what_is_not_given_is_as_usual_and_a_run_may_take_an_hour() -> None:
    assert read() == Limits(run_seconds=3600.0, source_bytes=64 * 2**20)


@pytest.mark.parametrize("flag", ["--seconds", "--idle-limit", "--pause", "--cpus"])
def test_none_at_all_is_refused_with_its_flag(flag: str) -> None:
    with pytest.raises(BadInput, match=f"{flag} 0"):
        read(flag, "0")


@pytest.mark.parametrize("odd", ["nan", "inf", "-1"])
def test_seconds_that_are_no_time_are_refused(odd: str) -> None:
    with pytest.raises(BadInput, match="a number above 0"):
        read("--idle-limit", odd)
