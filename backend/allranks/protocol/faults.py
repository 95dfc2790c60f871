"""Faults that the host brings about in a run, to see what the program makes of them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from .message import Message

FaultAction = Literal["kill", "raise", "slow", "pause", "resume", "kill_node"]
"""`kill`: SIGKILL to the rank's process. `raise`: an exception out of its next `train.report`. `slow`: each of its
reports waits so long first. `pause` and `resume`: SIGSTOP and SIGCONT. `kill_node`: SIGKILL to the raylet of the
rank's node and to every rank on it, as when a spot machine is taken away; only in a run of two nodes, and never the
node of the program itself."""

Seconds = Annotated[float, Field(ge=0, le=60, allow_inf_nan=False)]


class Fault(Message):
    """One fault in one rank, now."""

    action: FaultAction
    rank: int = Field(ge=0, lt=256)
    seconds: Seconds = 0.0
    """The delay of `slow`, before each report; 0 takes it away. After so long a `pause` ends by itself; 0 leaves that
    to `resume`."""


class PlannedFault(Message):
    """One fault that comes by itself. It waits for attempt `attempt`, for `after_checkpoints` checkpoints saved in that
    attempt, and then for the rank's own report `at_report` or a later one (counted from 1 in the attempt).

    `at_report_to` makes it a range, from which the server draws anew for each run; so it draws the rank when there is
    none here. What it drew is never in the sandbox or on the page before the fault has happened.
    """

    action: FaultAction
    rank: int | None = Field(default=None, ge=0, lt=256)
    attempt: int = Field(default=1, ge=1)
    after_checkpoints: int = Field(default=0, ge=0)
    at_report: int = Field(default=1, ge=1)
    at_report_to: int | None = Field(default=None, ge=1)
    seconds: Seconds = 0.0
    """As in `Fault`."""

    @model_validator(mode="after")
    def _can_come(self) -> Self:
        if self.at_report_to is not None and self.at_report_to < self.at_report:
            raise ValueError(f"a range that does not end before it begins, at {self.at_report}")
        if self.action == "slow" and not self.seconds:
            raise ValueError("seconds above 0 for slow")
        if self.action == "resume":
            raise ValueError("a pause with seconds, after which it ends: a paused rank makes no report to wait for")
        return self


class FaultInjected(Message):
    """The host brought a fault about in a rank; `reports` is how many reports of it the host had seen in the attempt.

    Written by the host alone. `by` is `plan` for one that was written down beforehand, `person` for one sent from the
    page or the terminal.
    """

    kind: Literal["fault_injected"] = "fault_injected"
    attempt: int
    rank: int
    action: FaultAction
    by: Literal["plan", "person"]
    reports: int
    seconds: float


class FaultFailed(Message):
    """A fault could not be brought about, and why. Written by the host alone."""

    kind: Literal["fault_failed"] = "fault_failed"
    rank: int
    action: FaultAction
    by: Literal["plan", "person"]
    reason: str
