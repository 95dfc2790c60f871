"""What the recorder takes for granted about Ray Train's detector of NCCL hangs."""

from __future__ import annotations

import inspect

from assumptions import Assumptions, begins_with, has

NCCL = Assumptions()


@NCCL.of("communicators.py")
def _() -> None:
    """Ray's detector of NCCL hangs polls by itself, compares two reports, and acts in methods that can be overridden"""
    from ray.train.v2._internal.callbacks import nccl_ras

    detector = nccl_ras.NCCLRASCallback
    has(detector, ["_poll_interval_s", "_action", "_ras_poller", "prev_report", "comm_deadlock_count"])
    has(detector, ["_is_ras_degraded"])
    has(nccl_ras.RASReport, ["comm_op_counts", "comm_rank_status", "raw_json", "mismatched_comms"])
    assert nccl_ras.NCCL_RAS_ACTION_OBSERVE == "observe"
    begins_with(detector.after_worker_group_start, ["self", "worker_group"])
    begins_with(detector.before_worker_group_shutdown, ["self", "worker_group"])
    begins_with(detector.after_worker_group_poll_status, ["self", "worker_group_status"])
    begins_with(detector.evaluate_comm_mismatch, ["self", "report"])
    begins_with(detector.compute_frozen_streaks, ["self", "report"])
    begins_with(detector.log_recovered_comms, ["self", "frozen_counts"])
    begins_with(nccl_ras.compute_report_op_diff, ["prev", "curr"])
    source = inspect.getsource(detector.after_worker_group_poll_status)
    assert source.index("self.evaluate_comm_mismatch(result)") < source.index("self.prev_report = result")
    assert "RASPoller(worker_group, self._poll_interval_s)" in inspect.getsource(detector.after_worker_group_start)
    assert '[binary_path, "-f", fmt' in inspect.getsource(nccl_ras.run_ncclras)
    assert 'self._binary_path = "ncclras"' in inspect.getsource(nccl_ras.RASPoller)
