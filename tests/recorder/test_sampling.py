"""The thread that says where a rank is."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from allranks.protocol import RankSampled
from allranks.recorder import sampling
from allranks.recorder.activity import MainThread
from allranks.recorder.raising import Raising
from allranks.recorder.rank import Rank
from allranks.recorder.sampling import Sampler, rss_bytes
from allranks.recorder.tracebacks import PROGRAM_VARIABLE
from clocks import Clock


class Told(Rank):
    """A rank that keeps what it says, as the host understands it."""

    def __init__(self) -> None:
        super().__init__(attempt=1, rank=3)
        self.samples: list[RankSampled] = []

    def emit(self, kind: str, **fields: Any) -> None:
        self.samples.append(RankSampled.model_validate({"kind": kind, "attempt": 1, "rank": self.rank, **fields}))


class Stuck:
    """A thread that stands in this file, as a loop in the learner's, until it is let go."""

    def __init__(self, main: MainThread) -> None:
        self.main = main
        self.there, self.go_on = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self.loop)

    def loop(self) -> None:
        self.main.begin_loop()
        self.there.set()
        self.go_on.wait()  # here
        self.main.end_loop("returned")


@pytest.fixture
def rank() -> Told:
    return Told()


@pytest.fixture
def main() -> MainThread:
    return MainThread()


@pytest.fixture
def stuck(main: MainThread, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stuck]:
    monkeypatch.setenv(PROGRAM_VARIABLE, __file__)
    stuck = Stuck(main)
    stuck.thread.start()
    stuck.there.wait()
    yield stuck
    stuck.go_on.set()
    stuck.thread.join()


def test_it_says_where_in_the_learners_file_the_thread_is(rank: Told, main: MainThread, stuck: Stuck) -> None:
    Sampler(rank, main).sample()
    (sample,) = rank.samples
    assert sample.activity == "loop"
    assert sample.where is not None
    assert (sample.where.text, sample.where.function) == ("self.go_on.wait()  # here", "loop")
    assert sample.rss_bytes == pytest.approx(rss_bytes(), rel=0.5)


def test_only_a_rank_that_made_no_progress_tells_its_stack(rank: Told, main: MainThread, stuck: Stuck) -> None:
    sampler = Sampler(rank, main)
    sampler.sample()
    sampler.sample()
    main.changes += 1
    sampler.sample()
    first, second, third = rank.samples
    assert (first.stack, third.stack) == ([], [])
    assert second.stack[0].file.endswith("threading.py")
    assert second.where in second.stack
    assert len(second.stack) <= sampling.STACK


def test_a_loop_that_is_over_is_nowhere(rank: Told, main: MainThread, stuck: Stuck) -> None:
    stuck.go_on.set()
    stuck.thread.join()
    Sampler(rank, main).sample()
    assert (rank.samples[0].activity, rank.samples[0].where) == ("returned", None)


def test_counts_are_those_of_the_rank(rank: Told, main: MainThread) -> None:
    main.begin_loop()
    main.took_batch()
    main.took_batch()
    main.stepped()
    rank.reports = 4
    Sampler(rank, main).sample()
    (sample,) = rank.samples
    assert (sample.batches, sample.steps, sample.reports, sample.collectives) == (2, 1, 4, 0)


def test_the_share_of_a_core_is_that_since_the_last_sample(
    rank: Told, main: MainThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, cpu = Clock(), Clock()
    monkeypatch.setattr(sampling.time, "process_time", cpu)
    sampler = Sampler(rank, main, clock)
    clock.wait(2)
    cpu.wait(3)
    sampler.sample()
    clock.wait(2)
    sampler.sample()
    assert [sample.cpu_percent for sample in rank.samples] == [150, 0]


def test_it_goes_on_by_itself(main: MainThread) -> None:
    class Enough(Told):
        def emit(self, kind: str, **fields: Any) -> None:
            if len(self.samples) == 3:
                raise RuntimeError("no more")
            super().emit(kind, **fields)

    rank = Enough()
    Sampler(rank, main).start(0.001).join(10)
    assert len(rank.samples) == 3


def test_a_sample_that_fails_ends_it_after_a_few(main: MainThread) -> None:
    class Mute(Told):
        failed = 0

        def emit(self, kind: str, **fields: Any) -> None:
            self.failed += 1
            raise RuntimeError("no voice")

    mute = Mute()
    Sampler(mute, main)._run(0.0)
    assert mute.failed == sampling.FAILURES


ON_GPU = {"name": "all_reduce", "sequence": 5, "shape": "float32[4]", "group": "", "counted": True}


class Flight:
    """torch's flight recorder, with one collective under way, and a torch that does or does not use CUDA."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, initialized: bool) -> None:
        self.asked: list[int] = []
        monkeypatch.setitem(sys.modules, "torch.cuda", SimpleNamespace(is_initialized=lambda: initialized))
        monkeypatch.setitem(sys.modules, "allranks.recorder.flight", SimpleNamespace(pending=self.pending))

    def pending(self, made: object, following: int) -> dict[str, object]:
        self.asked.append(following)
        return ON_GPU


@pytest.mark.parametrize(("initialized", "asked"), [(True, [4]), (False, [])])
def test_what_a_rank_called_before_is_asked_for_where_it_waits_for_its_gpu(
    rank: Told,
    main: MainThread,
    stuck: Stuck,
    monkeypatch: pytest.MonkeyPatch,
    initialized: bool,
    asked: list[int],
) -> None:
    flight = Flight(monkeypatch, initialized)
    main.collectives = 3
    sampler = Sampler(rank, main)
    sampler.sample()
    sampler.sample()
    assert flight.asked == asked
    assert [sample.collective is not None for sample in rank.samples] == [False, initialized]


def test_a_rank_that_goes_on_in_its_own_lines_does_not_wait_for_its_gpu(
    rank: Told, main: MainThread, stuck: Stuck, monkeypatch: pytest.MonkeyPatch
) -> None:
    flight = Flight(monkeypatch, initialized=True)
    sampler = Sampler(rank, main)
    sampler.sample()
    # Each time at another instruction of the same code.
    sampler._instruction = (sampler._instruction[0], -1) if sampler._instruction else None
    sampler.sample()
    assert flight.asked == []


def test_cuda_is_not_imported_to_ask_whether_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "torch.cuda", raising=False)
    assert not sampling.uses_gpu()
    assert "torch.cuda" not in sys.modules


def test_what_a_pass_raised_is_told_with_it(rank: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = Raising()
    monkeypatch.setattr(sampling, "raising", noted)
    sampler = Sampler(rank, MainThread())
    sampler.sample()
    noted.note("forward", RuntimeError("out of memory"), None)
    sampler.sample()
    before, after = rank.samples
    assert before.raised is None
    assert after.raised is not None
    assert (after.raised.error_type, after.raised.message, after.raised.count) == ("RuntimeError", "out of memory", 1)
