"""Collectives seen and described, in a process group of one process."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from allranks.recorder.activity import MainThread

pytestmark = pytest.mark.ray


@pytest.fixture(autouse=True)
def main(monkeypatch: pytest.MonkeyPatch) -> MainThread:
    from allranks.recorder import activity

    main = MainThread()
    monkeypatch.setattr(activity, "main", main)
    main.begin_loop()
    return main


@pytest.fixture(autouse=True)
def process_group(tmp_path: Path) -> Iterator[None]:
    import torch.distributed as dist

    dist.init_process_group("gloo", init_method=f"file://{tmp_path}/store", rank=0, world_size=1)
    yield
    dist.destroy_process_group()


@pytest.fixture
def heard(main: MainThread) -> Iterator[list[dict[str, Any]]]:
    """Each call as it would be sampled at its end, which a listener is told of just after."""
    from allranks.recorder.activity import Call
    from allranks.recorder.collectives import Calls
    from allranks.recorder.describing import collective_of

    told: list[dict[str, Any]] = []

    def listen(name: str, arguments: tuple[Any, ...], keywords: dict[str, Any], seconds: float) -> None:
        assert seconds >= 0
        told.append(collective_of(Call(name, main.collectives, arguments, keywords)))

    calls = Calls()
    calls.listen(listen)
    yield told
    calls.unlisten(listen)


def words(told: list[dict[str, Any]]) -> list[tuple[str, int, str]]:
    return [(one["name"], one["sequence"], one["shape"]) for one in told]


def test_each_is_told_by_name_number_and_shape(heard: list[dict[str, Any]]) -> None:
    import torch
    import torch.distributed as dist

    dist.all_reduce(torch.ones(10, 4))
    dist.all_gather([torch.empty(3)], torch.ones(3))
    dist.all_gather(tensor=torch.ones(3), tensor_list=[torch.empty(3)])
    single = (
        "all_gather_single" if hasattr(dist, "all_gather_single") else "all_gather_into_tensor"
    )  # torch before 2.13
    getattr(dist, single)(torch.empty(2, dtype=torch.float64), torch.ones(2, dtype=torch.float64))
    dist.broadcast(torch.ones((), dtype=torch.int64), 0)
    dist.barrier()
    assert words(heard) == [
        ("all_reduce", 1, "float32[10, 4]"),
        ("all_gather", 2, "float32[3]"),
        ("all_gather", 3, "float32[3]"),
        (single, 4, "float64[2]"),
        ("broadcast", 5, "int64[]"),
        ("barrier", 6, ""),
    ]
    assert {one["group"] for one in heard} == {""}


def test_those_of_objects_have_no_shape_and_count_once(main: MainThread, heard: list[dict[str, Any]]) -> None:
    import torch.distributed as dist

    everything: list[Any] = [None]
    dist.all_gather_object(everything, {"a": 1})
    assert everything == [{"a": 1}]
    assert words(heard)[-1] == ("all_gather_object", 1, "")
    assert main.collectives == 1


def test_a_group_of_ones_own_is_named(heard: list[dict[str, Any]]) -> None:
    import torch
    import torch.distributed as dist

    group = dist.new_group([0])
    dist.all_reduce(torch.ones(1), group=group)
    dist.all_reduce(torch.ones(1), dist.ReduceOp.SUM, group)
    assert [(one["name"], one["group"]) for one in heard if one["name"] == "all_reduce"] == [
        ("all_reduce", "ranks 0")
    ] * 2


def test_ddps_constructor_is_one(main: MainThread, heard: list[dict[str, Any]]) -> None:
    import torch

    torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 2))
    assert words(heard)[-1] == ("DistributedDataParallel", 1, "")
    assert main.collectives == 1


def test_while_it_waits_the_rank_is_in_it(main: MainThread, heard: list[dict[str, Any]], monkeypatch: Any) -> None:
    import torch
    import torch.distributed as dist

    from allranks.recorder.describing import collective_of

    seen: list[Any] = []
    real = dist.ProcessGroup.allreduce

    def allreduce(self: Any, *arguments: Any) -> Any:
        moment = main.look()
        assert moment.call is not None
        seen.append((moment.activity, collective_of(moment.call)["shape"]))
        return real(self, *arguments)

    monkeypatch.setattr(dist.ProcessGroup, "allreduce", allreduce)
    dist.all_reduce(torch.ones(7))
    assert seen == [("collective", "float32[7]")]
    assert main.look().activity == "loop"


def test_an_asynchronous_one_is_waited_for_under_its_own_name(
    main: MainThread, heard: list[dict[str, Any]], monkeypatch: Any
) -> None:
    import torch
    import torch.distributed as dist

    from allranks.recorder.collectives import Calls
    from allranks.recorder.describing import collective_of

    seen: list[Any] = []

    def blocked(work: Any) -> bool:
        moment = main.look()
        assert moment.call is not None
        seen.append((moment.activity, collective_of(moment.call)))
        return True

    calls = Calls()
    waiting = calls._waiting(blocked)
    work = calls._seen("all_reduce", inspect.unwrap(dist.all_reduce))(torch.ones(5), async_op=True)
    assert main.look().activity == "loop"
    waiting(work)
    told = {"name": "all_reduce", "sequence": 1, "shape": "float32[5]", "group": "", "counted": True, "root": None}
    assert seen == [("collective", told)]
    assert (main.look().activity, main.collectives) == ("loop", 1)


def test_what_it_raises_goes_through_and_the_rank_is_out_of_it(main: MainThread, heard: list[dict[str, Any]]) -> None:
    import torch.distributed as dist

    with pytest.raises(TypeError):
        dist.all_reduce("no tensor")
    assert (heard, main.look().activity) == ([], "loop")


def test_a_listener_that_fails_disturbs_nobody(main: MainThread) -> None:
    import torch
    import torch.distributed as dist

    from allranks.recorder.collectives import Calls

    def fails(*_: Any) -> None:
        raise RuntimeError("no ears")

    calls = Calls()
    calls.listen(fails)
    dist.all_reduce(torch.ones(1))
    calls.unlisten(fails)


def test_the_functions_keep_their_names_and_are_the_originals_again_at_the_end() -> None:
    import torch.distributed as dist

    from allranks.recorder.collectives import COUNTED, Calls

    def listener(*_: Any) -> None:
        return None

    there = [name for name in COUNTED if hasattr(dist, name)]
    originals = {name: getattr(dist, name) for name in there}
    assert len(there) > 15
    calls = Calls()
    calls.listen(listener)
    for name in there:
        seen = getattr(dist, name)
        assert seen is not originals[name]
        assert pickle.loads(pickle.dumps(seen)) is seen
        assert inspect.signature(seen) == inspect.signature(originals[name])
    calls.unlisten(listener)
    assert {name: getattr(dist, name) for name in there} == originals
