"""torch's flight recorder, asked what is under way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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


def pending(monkeypatch: pytest.MonkeyPatch, entries: list[dict[str, Any]]) -> dict[str, Any] | None:
    import torch._C._distributed_c10d as c10d

    from allranks.recorder import flight

    monkeypatch.setattr(c10d, "_dump_fr_trace_json", lambda *_: json.dumps({"entries": entries}))
    return flight.pending(5)


def test_it_is_the_one_that_is_longest_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        {**ENTRY, "record_id": 9, "input_sizes": [[9]]},
        ENTRY,
        {**ENTRY, "record_id": 3, "retired": True},
        {**ENTRY, "record_id": 4, "is_p2p": True},
    ]
    assert pending(monkeypatch, entries) == {"name": "all_reduce", "sequence": 5, "shape": "float32[44]", "group": ""}


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
    assert flight.pending(1) is None


def test_the_program_sees_nothing_of_how_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    from allranks.recorder import flight

    monkeypatch.delenv(flight.VARIABLE, raising=False)
    flight.keep_few()
    assert flight.VARIABLE not in os.environ
    monkeypatch.setenv(flight.VARIABLE, "2000")
    flight.keep_few()
    assert os.environ[flight.VARIABLE] == "2000"
