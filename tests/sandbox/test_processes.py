"""Processes, threads and CPU time of a run are bounded, and none of them outlives it."""

import time

import pytest

from attacks import attack, end_attack, start_attack
from mini_sandbox import SMALL

pytestmark = pytest.mark.sandbox


@pytest.mark.limits
def test_number_of_processes_is_limited() -> None:
    seen = attack("fork_bomb")
    assert SMALL.processes - 10 < seen["children"]["refused_after"] < SMALL.processes
    assert seen.result.counters.processes_refused


@pytest.mark.limits
def test_number_of_threads_is_limited() -> None:
    seen = attack("thread_bomb")
    assert SMALL.processes - 10 < seen["threads"]["refused_after"] < SMALL.processes
    assert seen.result.counters.processes_refused


@pytest.mark.limits
def test_a_fork_bomb_ends_with_its_run() -> None:
    """Every process forks as fast as it can, in a session of its own."""
    bomb = start_attack("exponential_fork_bomb")
    seen = end_attack(bomb, seconds=1.0)
    assert seen["allowed_to_begin"]
    assert seen.result.timed_out
    assert seen.result.seconds < 6
    assert seen.result.counters.processes_refused


@pytest.mark.limits
def test_a_run_cannot_leave_its_control_group() -> None:
    seen = attack("fork_bomb")
    assert seen["escape_the_count"] == {"writable": [], "named": False}


def test_an_endless_program_that_ignores_every_signal_is_ended() -> None:
    seen = end_attack(start_attack("never_end"), seconds=0.5)
    assert seen["allowed_to_begin"]
    assert seen.result.timed_out
    assert seen.result.seconds < 3


def test_detached_processes_end_with_their_run() -> None:
    seen = end_attack(start_attack("hide_from_the_end"))
    assert seen["left_behind"] > 20, "they must have been there"
    assert seen.result.exit_code == 0
    assert seen.result.seconds < 3


@pytest.mark.limits
def test_cpu_time_is_limited() -> None:
    began = time.monotonic()
    seen = attack("mine", {"seconds": 1.0})
    took = time.monotonic() - began
    assert 0.1 < seen["cpu_seconds"] < SMALL.cpus * took + 0.3


def test_a_run_cannot_put_itself_before_others() -> None:
    seen = attack("mine", {"seconds": 0.1})
    assert seen["ask_for_more_than_others"] == ["nice", "real time", "round robin"]
    assert seen["be_killed_last"] == "EACCES"
