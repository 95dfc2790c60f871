"""How long DDP's all-reduces took, with a hook that takes a known time, in a process group of one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.ray

HOOK_SECONDS = 0.002
Training = tuple[Any, Callable[..., None], list[float]]


@pytest.fixture
def training(tmp_path: Path) -> Iterator[Training]:
    """The buckets of a model, what makes passes of it, and the seconds that its hook took in each of them."""
    import torch
    import torch.distributed as dist

    from allranks.recorder.buckets import Buckets

    dist.init_process_group("gloo", init_method=f"file://{tmp_path}/store", rank=0, world_size=1)
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(3, 2))
    spent: list[float] = []

    def hook(seconds: list[float], bucket: Any) -> Any:
        began = time.perf_counter()
        while time.perf_counter() - began < seconds[0]:
            pass
        spent.append(time.perf_counter() - began)
        done: Any = torch.futures.Future()
        done.set_result(bucket.buffer())
        return done

    each = [HOOK_SECONDS]
    # DDP knows no annotation but its own class, and reads them as they are written.
    model.register_comm_hook(each, lambda seconds, bucket: hook(seconds, bucket))

    def train(passes: int, seconds: float = HOOK_SECONDS) -> None:
        each[0] = seconds
        for _ in range(passes):
            model(torch.ones(1, 3)).sum().backward()

    yield Buckets(model), train, spent
    dist.destroy_process_group()


def taken(buckets: Any, spent: list[float]) -> tuple[float, float]:
    """The seconds that are told, and those of the hook in the same passes."""
    told, real = buckets.take(0).seconds, sum(spent)
    spent.clear()
    return told, real


def test_the_first_passes_are_timed_one_by_one_however_often_it_is_asked(training: Training) -> None:
    buckets, train, spent = training
    for passes, seconds in ((1, 0.001), (3, 0.004), (12, 0.002), (1, 0.005)):
        began = time.perf_counter()
        train(passes, seconds)
        elapsed = time.perf_counter() - began
        buckets.waited()
        told, real = taken(buckets, spent)
        assert real <= told < elapsed
    assert taken(buckets, spent) == (0.0, 0.0)


def test_later_one_pass_in_ten_stands_for_the_others(training: Training) -> None:
    from allranks.recorder import buckets as module

    buckets, train, spent = training
    train(module.EACH_PASS_UNTIL + 3)
    longest = max(spent)
    taken(buckets, spent)
    for passes in (4, 50, 7, 1, 33):
        train(passes)
        longest = max(longest, *spent, 0.0)
        told, _ = taken(buckets, spent)
        # Which passes a busy machine interrupts is chance; none is shorter than its hook or longer than the longest.
        assert passes * HOOK_SECONDS <= told < passes * (longest + 0.005)
    assert buckets._timed == module.EACH_PASS_UNTIL + 3 + 9


def test_a_report_between_two_timed_passes_takes_the_last_for_its_own(training: Training) -> None:
    from allranks.recorder import buckets as module

    buckets, train, spent = training
    train(module.EACH_PASS_UNTIL)
    taken(buckets, spent)
    train(10, 0.004)
    taken(buckets, spent)
    train(2, 0.0001)
    assert taken(buckets, spent)[0] > 2 * 0.004


def test_passes_that_are_asked_for_their_waiting_are_all_timed_again(training: Training) -> None:
    from allranks.recorder import buckets as module

    buckets, train, spent = training
    train(module.EACH_PASS_UNTIL)
    taken(buckets, spent)
    train(3)
    assert buckets.waited() == 0.0
    train(1)
    assert buckets.waited() > 0.0
    assert buckets.waited() == 0.0
    taken(buckets, spent)
    train(15, 0.001)
    train(1, 0.006)
    told, real = taken(buckets, spent)
    assert real <= told < real + 0.02
