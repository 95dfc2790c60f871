"""What a sample says of GPUs, with a torch and an NVML that say what they have."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from allranks.recorder import gpu
from allranks.recorder.gpu import BINDING, UNKNOWN, usage

GIBIBYTE = 2**30


class Cuda:
    """Two devices, of which the process uses the second most."""

    def __init__(self, *, initialized: bool = True, held: tuple[int, ...] = (1000, 5000)) -> None:
        self.initialized, self.held = initialized, held

    def is_initialized(self) -> bool:
        return self.initialized

    def device_count(self) -> int:
        return len(self.held)

    def memory_reserved(self, device: int) -> int:
        return self.held[device]

    def get_device_properties(self, device: int) -> SimpleNamespace:
        return SimpleNamespace(uuid=f"uuid-{device}", total_memory=80 * GIBIBYTE)


class Nvml:
    """NVIDIA's library, as its Python binding shows it."""

    def __init__(self, *, opens: bool = True, tells: bool = True) -> None:
        self.opens, self.tells = opens, tells
        self.opened = 0
        self.asked: list[str] = []

    def nvmlInit(self) -> None:
        self.opened += 1
        if not self.opens:
            raise RuntimeError("NVML Shared Library Not Found")

    def nvmlDeviceGetHandleByUUID(self, uuid: str) -> str:
        self.asked.append(uuid)
        return uuid

    def nvmlDeviceGetUtilizationRates(self, handle: str) -> SimpleNamespace:
        if not self.tells:
            raise RuntimeError("Not Supported")
        return SimpleNamespace(gpu=75, memory=30)


@pytest.fixture(autouse=True)
def _opened_anew() -> Iterator[None]:
    gpu._nvml.cache_clear()
    yield
    gpu._nvml.cache_clear()


def has(monkeypatch: pytest.MonkeyPatch, cuda: Cuda, nvml: Nvml | None = None) -> Nvml:
    nvml = nvml or Nvml()
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=cuda))
    monkeypatch.setitem(sys.modules, BINDING, nvml)
    return nvml


def test_memory_is_that_of_all_devices_and_work_that_of_the_one_that_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    nvml = has(monkeypatch, Cuda())
    assert usage() == {"gpu_memory_bytes": 6000, "gpu_memory_total_bytes": 160 * GIBIBYTE, "gpu_percent": 75.0}
    assert nvml.asked == ["GPU-uuid-1"]


@pytest.mark.parametrize("held", [(0, 5000), (0, 0)], ids=["one holds nothing", "none holds anything"])
def test_the_memory_that_there_is_is_that_of_devices_in_use(
    monkeypatch: pytest.MonkeyPatch, held: tuple[int, ...]
) -> None:
    has(monkeypatch, Cuda(held=held))
    assert usage()["gpu_memory_total_bytes"] == 80 * GIBIBYTE


@pytest.mark.parametrize("nvml", [Nvml(opens=False), Nvml(tells=False)], ids=["no library", "a divided GPU"])
def test_where_nobody_tells_how_busy_it_is_the_memory_is_still_told(
    monkeypatch: pytest.MonkeyPatch, nvml: Nvml
) -> None:
    has(monkeypatch, Cuda(), nvml)
    assert usage() == {"gpu_memory_bytes": 6000, "gpu_memory_total_bytes": 160 * GIBIBYTE, "gpu_percent": None}


@pytest.mark.parametrize("opens", [True, False])
def test_the_library_is_opened_once_for_a_process(monkeypatch: pytest.MonkeyPatch, opens: bool) -> None:
    nvml = has(monkeypatch, Cuda(), Nvml(opens=opens))
    usage()
    usage()
    assert nvml.opened == 1


def test_a_program_without_cuda_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    nvml = has(monkeypatch, Cuda(initialized=False))
    assert usage() == UNKNOWN
    monkeypatch.delitem(sys.modules, "torch")
    assert usage() == UNKNOWN
    assert nvml.opened == 0


@pytest.mark.ray
def test_rays_copy_of_the_binding_has_what_is_asked_of_it() -> None:
    from importlib import import_module

    for name in ("nvmlInit", "nvmlDeviceGetHandleByUUID", "nvmlDeviceGetUtilizationRates"):
        assert callable(getattr(import_module(BINDING), name))
