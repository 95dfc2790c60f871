"""Counting all-reduces, in a process group of one process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.ray

BYTES = 4 * (3 * 2 + 2)


@pytest.fixture(autouse=True)
def process_group(tmp_path: Path) -> Iterator[None]:
    import torch.distributed as dist

    dist.init_process_group("gloo", init_method=f"file://{tmp_path}/store", rank=0, world_size=1)
    yield
    dist.destroy_process_group()


@pytest.fixture
def traffic() -> Iterator[Any]:
    from allranks.recorder.traffic import Traffic

    seen = Traffic()
    seen.install()
    yield seen
    seen.remove()


def prepared(**keywords: Any) -> Any:
    import torch

    return torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(3, 2), **keywords)


def train(model: Any, passes: int) -> None:
    import torch

    for _ in range(passes):
        model(torch.ones(1, 3)).sum().backward()


@pytest.mark.parametrize("passes", [1, 2, 15, 150])
def test_each_pass_reduces_its_buckets_once(traffic: Any, passes: int) -> None:
    model = prepared()
    train(model, passes)
    taken = traffic.take(passes)
    assert (taken.calls, taken.size) == (passes, passes * BYTES)
    assert 0 < taken.seconds < 10


def test_each_report_has_its_own_share(traffic: Any) -> None:
    model = prepared()
    for passes in (3, 0, 0, 5, 1):
        train(model, passes)
        taken = traffic.take(passes)
        assert (taken.calls, taken.size) == (passes, passes * BYTES)
        assert (taken.seconds > 0) == (passes > 0)


def test_a_pass_without_a_backward_reduces_nothing(traffic: Any) -> None:
    import torch

    model = prepared()
    train(model, 4)
    model(torch.ones(1, 3))
    assert traffic.take(4).calls == 4


def test_passes_without_sync_reduce_nothing(traffic: Any) -> None:
    model = prepared()
    with model.no_sync():
        train(model, 3)
    train(model, 1)
    assert traffic.take(4).calls == 1


def test_a_model_of_several_buckets_reduces_them_all(traffic: Any) -> None:
    import torch

    layers = torch.nn.Sequential(*[torch.nn.Linear(600, 600) for _ in range(4)])
    model = torch.nn.parallel.DistributedDataParallel(layers, bucket_cap_mb=1)
    for _ in range(3):
        model(torch.ones(1, 600)).sum().backward()
    taken = traffic.take(3)
    assert taken.size == 3 * 4 * sum(parameter.numel() for parameter in layers.parameters())
    assert taken.calls > 3


def test_direct_calls_are_counted_under_each_name_and_asynchronous_ones_too(traffic: Any) -> None:
    import torch
    import torch.distributed as dist

    dist.all_reduce(torch.ones(10))
    dist.all_reduce(torch.ones(2, dtype=torch.float64), async_op=True).wait()
    dist.distributed_c10d.all_reduce(tensor=torch.ones(1))
    taken = traffic.take(0)
    assert (taken.calls, taken.size) == (3, 40 + 16 + 4)
    assert taken.seconds > 0
    assert traffic.take(0).calls == 0


def test_what_a_call_raises_is_raised_and_not_counted(traffic: Any) -> None:
    import torch.distributed as dist

    with pytest.raises(TypeError):
        dist.all_reduce("no tensor")
    assert traffic.take(0).calls == 0


def test_the_model_is_the_last_one_that_is_still_there(traffic: Any) -> None:
    assert traffic.model() is None
    first, second = prepared(), prepared()
    assert traffic.model() is second
    del second
    assert traffic.model() is first
