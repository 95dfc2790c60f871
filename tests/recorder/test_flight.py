"""torch's flight recorder, asked what is under way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from allranks.recorder.activity import Made

pytestmark = pytest.mark.ray

ENTRY = {
    "record_id": 7,
    "process_group": ["0", "default_pg"],
    "profiling_name": "gloo:all_reduce",
    "input_sizes": [[44]],
    "input_dtypes": ["Float"],
    "retired": False,
    "is_p2p": False,
}


@pytest.fixture
def process_group(tmp_path: Path) -> Iterator[None]:
    import torch.distributed as dist

    dist.init_process_group("gloo", init_method=f"file://{tmp_path}/store", rank=0, world_size=1)
    yield
    dist.destroy_process_group()


NCCL = ENTRY | {
    "pg_id": 0,
    "profiling_name": "nccl:all_reduce",
    "collective_seq_id": 3,
    "p2p_seq_id": 0,
    "op_id": 3,
    "time_created_ns": 1_500,
    "output_sizes": [[44]],
    "output_dtypes": ["Float"],
    "state": "started",
    "time_discovered_started_ns": 1_600,
    "time_discovered_completed_ns": 0,
    "timeout_ms": 600_000,
}
"""As torch's recorder of NCCL writes it (FlightRecorderDetail.hpp, version 2.10)."""
MADE = (Made("broadcast", 4, 1_000, 1_100), Made("all_reduce", 5, 1_400, 1_600), Made("barrier", 6, 2_000, 2_100))


def pending(
    monkeypatch: pytest.MonkeyPatch,
    entries: list[dict[str, Any]],
    made: tuple[Made, ...] = (),
    dump: str = "_dump_fr_trace_json",
) -> dict[str, Any] | None:
    import torch._C._distributed_c10d as c10d

    from allranks.recorder import flight

    monkeypatch.setattr(c10d, dump, lambda *_: json.dumps({"entries": entries}), raising=False)
    return flight.pending(made, 7 if made else 5)


def test_it_is_the_one_that_is_longest_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        {**ENTRY, "record_id": 9, "input_sizes": [[9]]},
        ENTRY,
        {**ENTRY, "record_id": 3, "retired": True},
        {**ENTRY, "record_id": 4, "is_p2p": True},
    ]
    assert pending(monkeypatch, entries) == {
        "name": "all_reduce",
        "sequence": 5,
        "shape": "float32[44]",
        "group": "",
        "counted": False,
    }


def test_of_nccl_it_is_told_by_when_it_was_made_which_call_of_the_program_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = [NCCL | {"record_id": 8, "time_created_ns": 2_050, "profiling_name": "nccl:all_reduce_barrier"}, NCCL]
    told = pending(monkeypatch, entries, MADE, "_dump_nccl_trace_json")
    assert told is not None
    assert (told["name"], told["sequence"], told["counted"]) == ("all_reduce", 5, True)
    told = pending(monkeypatch, entries[:1], MADE, "_dump_nccl_trace_json")
    assert told is not None
    assert (told["name"], told["sequence"], told["counted"]) == ("barrier", 6, True)


@pytest.mark.parametrize(("created", "following"), [(1_200, 5), (1_700, 6), (2_200, 7)])
def test_what_ddp_made_between_two_calls_has_the_number_of_the_next(
    monkeypatch: pytest.MonkeyPatch, created: int, following: int
) -> None:
    told = pending(monkeypatch, [NCCL | {"time_created_ns": created}], MADE, "_dump_nccl_trace_json")
    assert told is not None
    assert (told["sequence"], told["counted"]) == (following, False)


def test_what_is_completed_but_not_retired_yet_is_not_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pending(monkeypatch, [NCCL | {"state": "completed"}], MADE, "_dump_nccl_trace_json") is None


def test_a_group_of_its_own_and_an_unknown_type_are_told_as_torch_does(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {**ENTRY, "process_group": ["2", "halves"], "input_dtypes": ["Float8_e4m3fn"], "input_sizes": [[2, 3]]}
    told = pending(monkeypatch, [entry])
    assert told is not None
    assert (told["shape"], told["group"]) == ("float8_e4m3fn[2, 3]", "halves")


@pytest.mark.parametrize(
    "odd",
    [{}, {"retired": False}, {**ENTRY, "record_id": "x"}, {**ENTRY, "input_sizes": 3}, {**ENTRY, "retired": True}],
)
def test_what_is_not_as_expected_is_nothing(monkeypatch: pytest.MonkeyPatch, odd: dict[str, Any]) -> None:
    assert pending(monkeypatch, [odd]) is None


@pytest.mark.usefixtures("process_group")
def test_nothing_is_under_way_when_all_have_ended() -> None:
    import torch
    import torch.distributed as dist

    from allranks.recorder import flight

    dist.all_reduce(torch.ones(3))
    assert flight.pending((), 1) is None


def test_the_program_sees_nothing_of_how_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from allranks.recorder import flight

    monkeypatch.delenv(flight.VARIABLE, raising=False)
    flight.keep_few()
    assert flight.VARIABLE not in os.environ
    monkeypatch.setenv(flight.VARIABLE, "2000")
    flight.keep_few()
    assert os.environ[flight.VARIABLE] == "2000"


WAITING = """
import json, sys
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from allranks.recorder import activity, flight
from allranks.recorder.collectives import calls

store, rank, what = sys.argv[1], int(sys.argv[2]), sys.argv[3]
calls.listen(lambda *_: None)
dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=2)
activity.main.begin_loop()
dist.barrier()
if what == "ddp":
    model = DistributedDataParallel(torch.nn.Linear(4, 3))
    if rank == 0:
        import threading
        backward = threading.Thread(target=lambda: model(torch.ones(1, 4)).sum().backward(), daemon=True)
        backward.start()
elif rank == 0:
    works = [dist.all_reduce(torch.ones(number), async_op=True) for number in (5, 6)]
print("there", flush=True)
for asked in sys.stdin:
    print(json.dumps(flight.pending(tuple(activity.main.made), activity.main.collectives + 1)), flush=True)
"""
"""Rank 0 has called what rank 1 never comes to."""


@pytest.mark.parametrize(
    ("what", "sequence", "shape", "counted"),
    [("calls", 2, "float32[5]", True), ("ddp", 3, "float32[15]", False)],
    ids=["calls that have returned", "the gradients of a wrapped model"],
)
def test_a_real_collective_that_the_other_rank_never_makes_is_told_with_its_number(
    what: str, sequence: int, shape: str, counted: bool, tmp_path: Path
) -> None:
    peers = [
        subprocess.Popen(
            [sys.executable, "-c", WAITING, str(tmp_path / "store"), str(rank), what],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "GLOO_SOCKET_IFNAME": "lo"},
            text=True,
        )
        for rank in (0, 1)
    ]
    try:
        assert [read(peer) for peer in peers] == ["there", "there"]
        told = None
        while told is None:  # backward is in a thread of its own
            told = asked(peers[0])
        assert told == {"name": "all_reduce", "sequence": sequence, "shape": shape, "group": "", "counted": counted}
    finally:
        for peer in peers:
            peer.kill()
            peer.communicate()


def read(peer: subprocess.Popen[str]) -> str:
    assert peer.stdout is not None
    return peer.stdout.readline().strip()


def asked(peer: subprocess.Popen[str]) -> dict[str, Any] | None:
    assert peer.stdin is not None
    peer.stdin.write("\n")
    peer.stdin.flush()
    answer: dict[str, Any] | None = json.loads(read(peer))
    return answer
