"""What this process holds of its GPUs, and how busy the one is that it uses most. Asks nothing of a program that has
not begun to use CUDA by itself.

How busy a GPU is only NVIDIA's NVML tells. Its Python binding is not among what torch brings, so Ray's own copy is
taken. A GPU is found there by its UUID: NVML counts all GPUs of the machine, and torch those that this rank may see.
"""

from __future__ import annotations

import functools
import sys
from importlib import import_module
from typing import Any

BINDING = "ray._private.thirdparty.pynvml"
UNKNOWN: dict[str, Any] = {"gpu_memory_bytes": None, "gpu_memory_total_bytes": None, "gpu_percent": None}


def usage() -> dict[str, Any]:
    """The fields of a sample. None where there is no GPU, or where nobody can tell."""
    torch: Any = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized():
        return UNKNOWN
    held = [int(torch.cuda.memory_reserved(device)) for device in range(torch.cuda.device_count())]
    if not held:
        return UNKNOWN
    most = held.index(max(held))
    used = [device for device, size in enumerate(held) if size] or [most]
    return {
        "gpu_memory_bytes": sum(held),
        "gpu_memory_total_bytes": sum(int(torch.cuda.get_device_properties(device).total_memory) for device in used),
        "gpu_percent": _busy(getattr(torch.cuda.get_device_properties(most), "uuid", None)),
    }


def _busy(uuid: object) -> float | None:
    nvml = _nvml()
    if nvml is None:
        return None
    try:
        return float(nvml.nvmlDeviceGetUtilizationRates(nvml.nvmlDeviceGetHandleByUUID(f"GPU-{uuid}")).gpu)
    except Exception:  # a part of a divided GPU (MIG), of which it is not told
        return None


@functools.cache
def _nvml() -> Any:
    """NVML, opened once for a process; None where it is not there, or does not answer inside a sandbox."""
    try:
        nvml = import_module(BINDING)
        nvml.nvmlInit()
    except Exception:
        return None
    return nvml
