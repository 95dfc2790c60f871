"""What this process holds of its GPUs, and how busy the one is that it uses most. Asks nothing of a program that has
not begun to use CUDA by itself."""

from __future__ import annotations

import sys
from typing import Any

UNKNOWN: dict[str, Any] = {"gpu_memory_bytes": None, "gpu_percent": None}


def usage() -> dict[str, Any]:
    """The fields of a sample. None where there is no GPU, or where nobody can tell."""
    torch: Any = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized():
        return UNKNOWN
    held = [int(torch.cuda.memory_reserved(device)) for device in range(torch.cuda.device_count())]
    if not held:
        return UNKNOWN
    try:
        percent = float(torch.cuda.utilization(held.index(max(held))))
    except Exception:  # NVIDIA's library for it is not installed, or does not answer inside a sandbox
        return {"gpu_memory_bytes": sum(held), "gpu_percent": None}
    return {"gpu_memory_bytes": sum(held), "gpu_percent": percent}
