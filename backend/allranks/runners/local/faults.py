"""The faults of one run: brought about when they are due or asked for, and told as events of the run.

kill, pause, resume ─► a signal to the rank's process, from outside: no program can refuse it
kill_node           ─► SIGKILL to the raylet of its node and to every rank there
raise, slow         ─► a word to the rank (`orders.py`), which its own `train.report` obeys
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Sequence
from typing import Literal

from ...protocol import Event, Fault, FaultFailed, FaultInjected, PlannedFault, WorkerFailed, WorkerGroupStarted
from .fault_plan import FaultPlan, Progress
from .node_processes import find_raylet
from .rank_process import find_process, send_signal
from .sandbox import Sandbox

By = Literal["plan", "person"]
SIGNALS = {"kill": signal.SIGKILL, "pause": signal.SIGSTOP, "resume": signal.SIGCONT}


class RunFaults:
    """Watches one run's events go by, and does to its ranks what is to be done. Used on one event loop."""

    def __init__(self, planned: Sequence[PlannedFault], sandbox: Sandbox, *, own_namespace: bool) -> None:
        self._plan = FaultPlan(planned)
        self._sandbox = sandbox
        self._own_namespace = own_namespace
        self._progress = Progress()
        self._ended: dict[int, str] = {}
        """By rank, how it ended in this attempt."""
        self._paused: dict[int, asyncio.Task[None] | None] = {}
        """By rank, with the task that resumes it after a while."""
        self._one_at_a_time = asyncio.Lock()

    async def take(self, event: Event) -> None:
        """See one event before anybody else does. What is due is done when this returns."""
        self._progress.take(event)
        if isinstance(event, WorkerGroupStarted):
            self._ended.clear()
            self.close()
        elif isinstance(event, WorkerFailed) and event.attempt == self._progress.attempt:
            self._ended.setdefault(event.rank, "has failed already")
        for fault in self._plan.due(event, self._progress):
            await self.bring_about(fault, "plan")

    async def bring_about(self, fault: Fault, by: By) -> None:
        """Do it now, and tell what came of it among the run's events."""
        async with self._one_at_a_time:
            attempt, reports = self._progress.attempt, self._progress.reports.get(fault.rank, 0)
            reason = self._why_not(fault) or await self._do(fault, by, attempt)
            if reason is not None:
                self._sandbox.tell(FaultFailed(rank=fault.rank, action=fault.action, by=by, reason=reason))
                return
            self._sandbox.tell(
                FaultInjected(
                    attempt=attempt,
                    rank=fault.rank,
                    action=fault.action,
                    by=by,
                    reports=reports,
                    seconds=fault.seconds,
                )
            )

    def close(self) -> None:
        """Nothing is resumed any more: the paused ranks are gone, or go with the run."""
        for resuming in self._paused.values():
            if resuming is not None:
                resuming.cancel()
        self._paused.clear()

    def never_due(self) -> list[FaultFailed]:
        """What was planned and has not come, for the end of the run."""
        reason = "the run ended before it was due"
        return [
            FaultFailed(rank=fault.rank, action=fault.action, by="plan", reason=reason) for fault in self._plan.left()
        ]

    def _why_not(self, fault: Fault) -> str | None:
        progress, rank = self._progress, fault.rank
        if not self._sandbox.alive or progress.over:
            return "the training has ended already" if progress.over else "the run has ended already"
        if progress.attempt == 0:
            return "no rank is training yet"
        if rank not in progress.pids:
            return f"there is no rank {rank}: the worker group has {len(progress.pids)}, counted from 0"
        if rank in self._ended:
            return f"rank {rank} {self._ended[rank]}"
        if fault.action == "pause" and rank in self._paused:
            return f"rank {rank} is paused already"
        if fault.action == "resume" and rank not in self._paused:
            return f"rank {rank} is not paused"
        return None

    async def _do(self, fault: Fault, by: By, attempt: int) -> str | None:
        """Why it could not be done, or None."""
        if fault.action == "kill_node":
            return await self._kill_node(fault, attempt)
        if fault.action not in SIGNALS:
            order = {"action": fault.action, "seconds": fault.seconds}
            listens = self._sandbox.order(attempt, fault.rank, order)
            return None if listens else f"rank {fault.rank} does not listen any more"
        try:
            await asyncio.to_thread(self._signal, self._progress.pids[fault.rank], SIGNALS[fault.action])
        except ProcessLookupError:
            return f"the process of rank {fault.rank} has ended already, or is not one of this run"
        except PermissionError:
            return "the server is not permitted to signal a process of this run"
        except OSError as error:
            return f"the system refused the signal ({error.strerror})"
        if self._progress.attempt == attempt:
            self._remember(fault, by)
        return None

    async def _kill_node(self, fault: Fault, attempt: int) -> str | None:
        address = self._progress.nodes[fault.rank]
        lost = [rank for rank, node in self._progress.nodes.items() if node == address]
        try:
            await asyncio.to_thread(self._take_away, address, [self._progress.pids[rank] for rank in lost])
        except LookupError as error:
            return f"the node of rank {fault.rank} cannot be killed: {error}"
        except ProcessLookupError:
            return f"the node of rank {fault.rank} is gone already"
        except OSError as error:
            return f"the system refused the signal ({error.strerror})"
        if self._progress.attempt == attempt:
            self._ended.update(dict.fromkeys(lost, "was killed with its node already"))
        return None

    def _take_away(self, address: str, ranks: Sequence[int]) -> None:
        warden = self._sandbox.warden
        if warden is None:
            raise LookupError("the run has ended")
        raylet = find_raylet(warden, address)
        send_signal(warden, raylet.pid, signal.SIGKILL)
        for claimed in ranks:
            with contextlib.suppress(ProcessLookupError):
                self._signal(claimed, signal.SIGKILL)

    def _signal(self, claimed: int, number: signal.Signals) -> None:
        warden = self._sandbox.warden
        found = None if warden is None else find_process(warden, claimed, own_namespace=self._own_namespace)
        if warden is None or found is None:
            raise ProcessLookupError(f"no process below the warden is {claimed}")
        send_signal(warden, found, number)

    def _remember(self, fault: Fault, by: By) -> None:
        if fault.action == "pause":
            later = asyncio.create_task(self._resume(fault, by)) if fault.seconds else None
            self._paused[fault.rank] = later
            return
        resuming = self._paused.pop(fault.rank, None)
        if resuming is not None and resuming is not asyncio.current_task():
            resuming.cancel()
        if fault.action == "kill":
            self._ended[fault.rank] = "was killed already"

    async def _resume(self, paused: Fault, by: By) -> None:
        await asyncio.sleep(paused.seconds)
        await self.bring_about(Fault(action="resume", rank=paused.rank), by)
