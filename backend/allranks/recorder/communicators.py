"""What NCCL itself says of its ranks: how many collectives each has begun, and which do not answer.

NCCL from 2.24 on has a monitoring thread in each process (RAS), which goes on where the ranks hang; `ncclras` asks it.
Ray Train's own hang detector asks it by and by, and knows when ranks are at different counts and none moves. It is used
as it is, but for what it does then: it writes warnings, and we say it to the host.

    Ray's poller, a thread in the controller ── ncclras, in a rank's process ─► counts of every rank ─► here ─► host
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ray.train.v2._internal.callbacks import nccl_ras

VARIABLE = "ALLRANKS_RAS_SECONDS"
"""Seconds between two polls. Given, it is polled where Ray counts no GPU, too; 0 never polls."""
SECONDS = 2.0
BINARY = "ncclras"
OBSERVE = "observe"
"""To Ray's detector: do not end the run."""
MOST_RANKS = 64
MOST_COMMUNICATORS = 8
MISSING_COMMA = re.compile(r'([\d"el])(\s*\n\s*)("[^"\n]*"\s*:)')
"""NCCL 2.28 leaves one out in what it says of a rank that does not answer."""


def seconds_between(gpus: float, environment: Mapping[str, str] = os.environ) -> float | None:
    """How often to ask, in a cluster with so many GPUs; None where there is no reason to, or nobody to ask."""
    try:
        seconds = float(environment.get(VARIABLE, ""))
    except ValueError:
        seconds = SECONDS if gpus > 0 else 0.0
    return seconds if seconds > 0 and shutil.which(BINARY, path=environment.get("PATH")) else None


class Communicators(nccl_ras.NCCLRASCallback):
    """Ray's detector, which says what it finds to `tell` and never ends a run. `ranks` maps process ids to ranks."""

    def __init__(self, seconds: float, ranks: Mapping[int, int], tell: Callable[[dict[str, Any]], None]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # Ray gives it no types
        self._poll_interval_s = seconds
        self._action = OBSERVE
        self._ranks = dict(ranks)
        self._tell = tell
        self._unanswered: dict[str, int] = {}
        # A rank that cannot be asked yet, as before its first collective, is nothing to write down each time.
        logging.getLogger(nccl_ras.__name__).setLevel(logging.ERROR)

    def after_worker_group_poll_status(self, worker_group_status: Any) -> None:
        """Take in what the poller has found since the last time."""
        before = self.prev_report
        super().after_worker_group_poll_status(worker_group_status)  # type: ignore[no-untyped-call]  # as above
        if before is None or self.prev_report is before:
            return
        try:
            self._say(before, self.prev_report)
        except Exception:
            self._is_ras_degraded = True  # whatever is odd about the answers stays so
            raise

    def evaluate_comm_mismatch(self, report: Any) -> None:
        """Count how long nothing has moved; what there is to say is said afterwards."""
        if self.prev_report is not None:
            self.comm_deadlock_count = self.compute_frozen_streaks(report)

    def log_recovered_comms(self, frozen_counts: Any) -> None:
        """Nothing: that the ranks go on, they say themselves."""

    def _say(self, before: Any, report: Any) -> None:
        # Ray leaves out the ranks that do not answer. Where one is missing, the others' counts may all be the same.
        described = {str(one["hash"]): one for one in read(report.raw_json)}
        moved = nccl_ras.compute_report_op_diff(before, report)
        self._unanswered = {
            name: self._unanswered.get(name, 0) + 1
            for name, one in described.items()
            if one.get("missing_ranks") and not _any(moved.get(name, {}))
        }
        frozen = self._unanswered | self.comm_deadlock_count
        for name in [name for name in frozen if name in described][:MOST_COMMUNICATORS]:
            self._tell(self._fields(described[name], frozen[name] * self._poll_interval_s))

    def _fields(self, communicator: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Those of a `CommunicatorMismatched`, without the attempt."""
        told = list(communicator["ranks"])
        behind_first = sorted(told, key=lambda one: (sum(one["collective_counts"].values()), one["rank"]))
        return {
            "communicator": str(communicator["hash"]),
            "size": int(communicator.get("size", len(told))),
            "seconds": seconds,
            "ranks": [
                {"rank": self._rank(one), "operations": {str(k): int(v) for k, v in one["collective_counts"].items()}}
                for one in behind_first[:MOST_RANKS]
            ],
            "silent": [self._rank(one) for one in list(communicator.get("missing_ranks") or [])[:MOST_RANKS]],
        }

    def _rank(self, told: Mapping[str, Any]) -> int:
        """The rank in the worker group: a communicator of some ranks counts its own from 0."""
        return self._ranks.get(int(told.get("pid", -1)), int(told["rank"]))


def read(raw: str) -> Iterable[dict[str, Any]]:
    """The communicators of a report."""
    try:
        told = json.loads(raw)
    except ValueError:
        told = json.loads(MISSING_COMMA.sub(r"\1,\2\3", raw))
    communicators: list[dict[str, Any]] = told["communicators"]
    return communicators


def _any(moved: Mapping[int, Mapping[str, int]]) -> bool:
    return any(count for counts in moved.values() for count in counts.values())
