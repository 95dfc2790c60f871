"""What torch's own flight recorder says is still under way: the all-reduces that DDP makes inside backward, in C++, and
with NCCL every collective, whose call returns before the work is done.

torch records each collective by itself (2.13: of gloo too, the last 2000). To read them all takes a tenth of a second
on a slow machine, so it is made to keep fewer here, and is asked by a rank that makes no progress only.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from typing import Any

from .activity import Made
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
DUMPS = ("_dump_fr_trace_json", "_dump_nccl_trace_json")
"""The second is there in a torch for GPUs, where NCCL's collectives may have a recorder of their own."""


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


def pending(made: Collection[Made], following: int) -> dict[str, Any] | None:
    """The fields of a `Collective` for the one that has been under way the longest, or None.

    Of the counted ones that returned, `made` are the newest; what was recorded while one of them was called is that
    one. Any other was made in C++, by a wrapped model, and has the number of the next counted one: `following`, where
    that is yet to come."""
    try:
        entries = [entry for entry in _dump() if _under_way(entry)]
        if not entries:
            return None
        first = min(entries, key=lambda entry: (int(entry.get("time_created_ns", 0)), int(entry["record_id"])))
        created = int(first.get("time_created_ns", 0))
        call = next((one for one in made if one.began <= created <= one.ended), None)
        later = min((one.sequence for one in made if created and one.began > created), default=following)
        group = list(first.get("process_group") or [])
        sizes, dtypes = first.get("input_sizes") or [], first.get("input_dtypes") or []
        described = shape(DTYPES.get(dtypes[0], str(dtypes[0]).lower()), sizes[0]) if sizes and dtypes else ""
        told = str(group[-1]) if group else ""
        return {
            "name": call.name if call else str(first["profiling_name"]).rpartition(":")[2][:200],
            "sequence": call.sequence if call else later,
            "shape": described[:200],
            "group": "" if told in (DEFAULT_GROUP, "") else told[:200],
            "counted": call is not None,
        }
    except (ValueError, KeyError, TypeError, IndexError, RuntimeError):
        return None


def _under_way(entry: dict[str, Any]) -> bool:
    """Neither done nor given up. gloo's entries never say that they are completed; they are retired then."""
    return not entry.get("retired", True) and entry.get("state") != "completed" and not entry.get("is_p2p")


def _dump() -> list[dict[str, Any]]:
    """Nothing where this torch has no such recorder."""
    import torch._C._distributed_c10d as c10d

    entries: list[dict[str, Any]] = []
    for name in DUMPS:
        dump = getattr(c10d, name, None)
        if dump is not None:
            entries += json.loads(dump(True, True)).get("entries", [])
    return entries
