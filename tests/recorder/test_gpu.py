"""What a sample says of GPUs, with a torch that says what it has."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from allranks.recorder.gpu import UNKNOWN, usage


class Cuda:
    """Two devices, of which the process uses the second."""

    def __init__(self, *, initialized: bool = True, busy: float | Exception = 75.0) -> None:
        self.initialized, self.busy = initialized, busy
        self.asked: list[int] = []

    def is_initialized(self) -> bool:
        return self.initialized

    def device_count(self) -> int:
        return 2

    def memory_reserved(self, device: int) -> int:
        return (1000, 5000)[device]

    def utilization(self, device: int) -> float:
        self.asked.append(device)
        if isinstance(self.busy, Exception):
            raise self.busy
        return self.busy


def has(monkeypatch: pytest.MonkeyPatch, cuda: Cuda) -> None:
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=cuda))


def test_memory_is_that_of_all_devices_and_work_that_of_the_one_that_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    has(monkeypatch, cuda := Cuda())
    assert usage() == {"gpu_memory_bytes": 6000, "gpu_percent": 75.0}
    assert cuda.asked == [1]


def test_where_nobody_tells_how_busy_it_is_the_memory_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    has(monkeypatch, Cuda(busy=ModuleNotFoundError("pynvml")))
    assert usage() == {"gpu_memory_bytes": 6000, "gpu_percent": None}


def test_a_program_without_cuda_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    has(monkeypatch, Cuda(initialized=False))
    assert usage() == UNKNOWN
    monkeypatch.delitem(sys.modules, "torch")
    assert usage() == UNKNOWN
