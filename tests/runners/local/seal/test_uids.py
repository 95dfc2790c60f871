"""No two sandboxes of a machine have the same user id."""

from __future__ import annotations

import subprocess
import sys

import pytest

from allranks.protocol import RunnerFailed
from allranks.runners.local.environment import PACKAGES
from allranks.runners.local.seal.uids import UidPool

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="abstract sockets are Linux's")

FIRST = 59_100
"""A range that no server uses."""


def test_each_sandbox_has_its_own_until_none_is_left() -> None:
    pool = UidPool(FIRST, 3)
    taken = [pool.take() for _ in range(3)]
    assert sorted(taken) == [FIRST, FIRST + 1, FIRST + 2]
    assert pool.held == set(taken)
    with pytest.raises(RunnerFailed, match="no user id is left for another sandbox: 59100 to 59102 are all in use"):
        pool.take()
    for uid in taken:
        pool.give_back(uid)
    assert pool.held == frozenset()


def test_one_that_was_given_back_is_not_the_next_one_taken() -> None:
    pool = UidPool(FIRST, 3)
    first = pool.take()
    pool.give_back(first)
    second = pool.take()
    assert second != first
    pool.give_back(second)


def test_two_servers_with_the_same_range_never_share_one() -> None:
    one, other = UidPool(FIRST, 4), UidPool(FIRST, 4)
    taken = [one.take(), other.take(), one.take(), other.take()]
    assert len(set(taken)) == 4
    with pytest.raises(RunnerFailed):
        other.take()
    one.give_back(taken[0])
    assert other.take() == taken[0]
    one.give_back(taken[2])
    for uid in sorted(other.held):
        other.give_back(uid)


def test_one_that_belongs_to_somebody_is_passed_over() -> None:
    with pytest.raises(RunnerFailed):
        UidPool(0, 1).take()


def test_one_is_free_again_when_the_server_that_had_it_was_killed() -> None:
    holding = f"""import sys
from allranks.runners.local.seal.uids import UidPool
pool = UidPool({FIRST + 10}, 1)
print(pool.take(), flush=True)
sys.stdin.read()"""
    pool = UidPool(FIRST + 10, 1)
    with subprocess.Popen(
        [sys.executable, "-c", holding], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PYTHONPATH": PACKAGES}
    ) as server:
        assert server.stdout is not None
        assert int(server.stdout.readline()) == FIRST + 10
        with pytest.raises(RunnerFailed):
            pool.take()
        server.kill()
    assert pool.take() == FIRST + 10
    pool.give_back(FIRST + 10)
