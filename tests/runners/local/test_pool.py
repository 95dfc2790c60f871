"""Ready sandboxes: handed out once, replaced, never shared."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from allranks.protocol import Limits, RunnerFailed
from allranks.runners.local.plain import Plain
from allranks.runners.local.pool import TRIES, Pool
from allranks.runners.local.sandbox import Sandbox


class Stand(Sandbox):
    """A sandbox without processes."""

    def __init__(self, folder: Path, fault: Exception | None = None, *, held: bool = False, slow: bool = False) -> None:
        """`held`: the kernel holds its share of CPU time. `slow`: it is not ready before `may_get_ready` is set."""
        super().__init__(Plain(), folder, Limits())
        self.fault = fault
        self.held = held
        self.may_get_ready = asyncio.Event()
        if not slow:
            self.may_get_ready.set()
        self.living = False
        self.ended = 0

    @property
    def alive(self) -> bool:
        return self.living

    def favour(self, live: bool) -> None:
        self.gives_way = self.held and not live

    async def start(self) -> None:
        self.living = True
        self.favour(live=False)

    async def wait_until_ready(self, seconds: float) -> list[str]:
        await asyncio.sleep(0)
        if not self.may_get_ready.is_set():
            try:
                await asyncio.wait_for(self.may_get_ready.wait(), seconds)
            except TimeoutError as error:
                raise RunnerFailed("too late") from error
        if self.fault is not None:
            raise self.fault
        return []

    async def end(self) -> None:
        self.living = False
        self.ended += 1


class Maker:
    """Makes stands, and remembers them. The first `faults` of them fail."""

    def __init__(self, folder: Path, faults: int = 0, *, held: bool = False) -> None:
        self.folder = folder
        self.faults = faults
        self.held = held
        self.slow = False
        self.made: list[Stand] = []

    def __call__(self) -> Stand:
        fault = RunnerFailed("no luck") if len(self.made) < self.faults else None
        self.made.append(Stand(self.folder, fault, held=self.held, slow=self.slow))
        return self.made[-1]


@asynccontextmanager
async def pool_of(
    make: Maker, size: int, idle_seconds: float = 60.0, ready_seconds: float = 5.0, *, in_turn: bool = False
) -> AsyncIterator[Pool]:
    times = {"ready_seconds": ready_seconds, "idle_seconds": idle_seconds, "pause_seconds": 0.001}
    pool = Pool(make, size=size, in_turn=in_turn, **times)
    try:
        yield pool
    finally:
        await pool.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110  # the pool tells nobody; a test may look
            await asyncio.sleep(0.001)


async def test_a_pool_fills_itself_to_its_size(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=2) as pool:
        pool.fill()
        await until(lambda: pool.ready == 2)
        pool.fill()
    assert len(make.made) == 2
    assert [stand.ended for stand in make.made] == [1, 1]


async def test_a_sandbox_is_handed_out_once_and_replaced_when_its_run_is_over(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=1) as pool:
        pool.fill()
        await until(lambda: pool.ready == 1)
        first = await pool.take()
        assert pool.ready == 0
        assert len(make.made) == 1, "nothing is started while a run is going on"
        pool.finished()
        await until(lambda: pool.ready == 1)
        assert await pool.take() is not first


async def test_where_sandboxes_come_back_there_are_never_more_than_the_size(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=2, in_turn=True) as pool:
        pool.fill()
        await until(lambda: pool.ready == 2)
        first, second = await pool.take(), await pool.take()
        third = asyncio.create_task(pool.take())
        await until(lambda: pool.ready == 0)
        pool.give_back(first)
        assert await third is first
        pool.give_back(first)
        pool.give_back(second)
        assert pool.ready == 2
    assert len(make.made) == 2


async def test_one_that_does_not_come_back_is_replaced_for_whoever_waits(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=1, in_turn=True) as pool:
        pool.fill()
        await until(lambda: pool.ready == 1)
        first = await pool.take()
        waiting = asyncio.create_task(pool.take())
        await asyncio.sleep(0)
        assert len(make.made) == 1
        pool.finished()
        assert await waiting is not first
    assert len(make.made) == 2


async def test_one_that_gives_way_is_replaced_beside_its_run(tmp_path: Path) -> None:
    make = Maker(tmp_path, held=True)
    async with pool_of(make, size=1) as pool:
        pool.fill()
        await until(lambda: pool.ready == 1)
        first = await pool.take()
        await until(lambda: pool.ready == 1)
        assert [stand.gives_way for stand in make.made if stand is not first] == [True]


async def test_one_that_is_awaited_gives_way_no_more(tmp_path: Path) -> None:
    make = Maker(tmp_path, held=True)
    async with pool_of(make, size=1) as pool:
        await pool.take()
        make.slow = True
        await until(lambda: len(make.made) == 2 and make.made[1].gives_way)
        waiting = asyncio.create_task(pool.take())
        await until(lambda: not make.made[1].gives_way)
        make.made[1].may_get_ready.set()
        assert await waiting is make.made[1]
        await until(lambda: len(make.made) == 3 and make.made[2].gives_way)


async def test_one_that_is_made_while_nothing_runs_gives_way_to_nobody(tmp_path: Path) -> None:
    make = Maker(tmp_path, held=True)
    async with pool_of(make, size=2) as pool:
        await pool.take()
        make.slow = True
        await until(lambda: len(make.made) == 3 and make.made[2].gives_way)
        pool.finished()
        await until(lambda: not make.made[2].gives_way)


async def test_one_that_gives_way_to_a_run_is_not_late(tmp_path: Path) -> None:
    make = Maker(tmp_path, held=True)
    async with pool_of(make, size=1, ready_seconds=0.001) as pool:
        pool.fill()
        await until(lambda: pool.ready == 1)
        make.slow = True
        await pool.take()
        await until(lambda: len(make.made) == 2)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(until(lambda: make.made[1].ended == 1), 0.05)
        pool.finished()
        await until(lambda: make.made[1].ended == 1)


async def test_those_who_find_none_wait_for_one_each(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=0) as pool:
        taken = await asyncio.gather(*(pool.take() for _ in range(3)))
    assert len({id(sandbox) for sandbox in taken}) == 3


async def test_a_dead_sandbox_is_never_handed_out(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=1) as pool:
        pool.fill()
        await until(lambda: pool.ready == 1)
        make.made[0].living = False
        assert await pool.take() is make.made[1]
        await until(lambda: make.made[0].ended == 1)


async def test_one_that_waited_too_long_is_replaced(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=1, idle_seconds=0.01) as pool:
        pool.fill()
        await until(lambda: len(make.made) >= 3)
        assert make.made[0].ended == 1


async def test_a_start_that_fails_is_tried_again(tmp_path: Path) -> None:
    make = Maker(tmp_path, faults=TRIES - 1)
    async with pool_of(make, size=0) as pool:
        assert await pool.take() is make.made[-1]
    assert [stand.ended for stand in make.made[:-1]] == [1] * (TRIES - 1)


async def test_starts_that_keep_failing_are_told_to_who_waits_and_stop(tmp_path: Path) -> None:
    make = Maker(tmp_path, faults=100)
    async with pool_of(make, size=1) as pool:
        with pytest.raises(RunnerFailed, match="no luck"):
            await pool.take()
        await until(lambda: all(stand.ended for stand in make.made))
    assert len(make.made) < 10


async def test_who_gives_up_waiting_leaves_the_sandbox_to_the_next(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=0) as pool:
        impatient = asyncio.create_task(pool.take())
        await asyncio.sleep(0)
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
        await until(lambda: pool.ready == 1)
        assert await pool.take() is make.made[0]


async def test_a_closed_pool_hands_out_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    make = Maker(tmp_path)
    async with pool_of(make, size=2) as pool:
        pool.fill()
        await until(lambda: pool.ready == 2)
        waiting = asyncio.create_task(pool.take())
        await waiting
    with pytest.raises(RunnerFailed, match="closed"):
        await pool.take()
    assert [stand.ended for stand in make.made if stand is not waiting.result()] == [1]
