"""What `ncclras -f json` prints, for tests: the schema of NCCL 2.28."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

ROUNDS = ("Broadcast", "Reduce", "AllGather", "ReduceScatter", "AllReduce")
FINE = {"init_state": 0, "async_error": 0, "finalize_called": False, "destroy_flag": False, "abort_flag": False}
GONE = {"unresponsive": True, "considered_dead": False}


def communicator(
    counts: Mapping[int, Mapping[str, int]], silent: Sequence[int] = (), pids: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """One, with what each rank has begun; `pids` are the processes of its ranks."""
    pids = pids or {rank: 100 + rank for rank in (*counts, *silent)}
    where = {"host": "127.0.0.1", "cuda_dev": 0, "nvml_dev": 0}
    return {
        "hash": "0x4e0104c2022fa2f9",
        "secondary_hash": "0x2989420b68927728:0xa3489b479e521019",
        "size": len(counts) + len(silent),
        "ranks_count": len(counts),
        "missing_ranks_count": len(silent),
        "ranks": [
            {
                "rank": rank,
                "pid": pids[rank],
                "status": FINE,
                **where,
                "collective_counts": dict.fromkeys(ROUNDS, 0) | dict(told),
            }
            for rank, told in counts.items()
        ],
        "missing_ranks": [{"rank": rank, "pid": pids[rank], **where, "status": GONE} for rank in silent],
    }


def report(*communicators: Mapping[str, Any], timestamp: str = "2026-06-19 06:56:24") -> str:
    """What is printed."""
    told = {"nccl_version": "2.28.9", "timestamp": timestamp, "communicators_count": len(communicators)}
    return json.dumps({**told, "communicators": communicators, "ras": {"timeouts_count": 0}}, indent=2)
