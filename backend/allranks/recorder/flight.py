"""What torch's own flight recorder says is still under way: the all-reduces that DDP makes inside backward, in C++.

torch records each collective by itself (2.13: of gloo too, the last 2000). To read them all takes a tenth of a second
on a slow machine, so it is made to keep fewer here, and is asked by a rank that makes no progress only.
"""

from __future__ import annotations

import json
import os
from typing import Any

from .describing import shape

VARIABLE = "TORCH_FR_BUFFER_SIZE"
KEPT = 128
DTYPES = {
    "Float": "float32",
    "Double": "float64",
    "Half": "float16",
    "BFloat16": "bfloat16",
    "Byte": "uint8",
    "Char": "int8",
    "Short": "int16",
    "Int": "int32",
    "Long": "int64",
    "Bool": "bool",
}
DEFAULT_GROUP = "default_pg"


def keep_few() -> None:
    """Let the flight recorder keep `KEPT`, unless the program's environment says how many. It reads that variable once,
    when it is first asked, so nobody else need see it."""
    if VARIABLE in os.environ:
        return
    os.environ[VARIABLE] = str(KEPT)
    try:
        _dump()
    finally:
        del os.environ[VARIABLE]


def pending(sequence: int) -> dict[str, Any] | None:
    """The fields of a `Collective` for the one that has been under way the longest, or None. It is none of those that
    are counted, so it has the number `sequence` that the next one would have."""
    try:
        entries = [entry for entry in _dump() if not entry.get("retired", True) and not entry.get("is_p2p")]
        if not entries:
            return None
        first = min(entries, key=lambda entry: int(entry["record_id"]))
        name, group = str(first["profiling_name"]), list(first.get("process_group") or [])
        sizes, dtypes = first.get("input_sizes") or [], first.get("input_dtypes") or []
        described = shape(DTYPES.get(dtypes[0], str(dtypes[0]).lower()), sizes[0]) if sizes and dtypes else ""
        told = str(group[-1]) if group else ""
        return {
            "name": name.rpartition(":")[2][:200],
            "sequence": sequence,
            "shape": described[:200],
            "group": "" if told in (DEFAULT_GROUP, "") else told[:200],
        }
    except (ValueError, KeyError, TypeError, IndexError, RuntimeError):
        return None


def _dump() -> list[dict[str, Any]]:
    """Nothing where this torch has no such recorder."""
    import torch._C._distributed_c10d as c10d

    dump = getattr(c10d, "_dump_fr_trace_json", None)
    if dump is None:
        return []
    entries: list[dict[str, Any]] = json.loads(dump(True, True)).get("entries", [])
    return entries
