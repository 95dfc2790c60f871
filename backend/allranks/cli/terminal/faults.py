"""A fault in one line."""

from __future__ import annotations

from ...protocol import FaultFailed, FaultInjected

DONE = {
    "kill": "killed",
    "raise": "told to raise",
    "slow": "slowed",
    "pause": "paused",
    "resume": "resumed",
    "kill_node": "killed with its node",
}
BY = {"plan": "by the plan", "person": "on request"}


def fault_line(event: FaultInjected | FaultFailed) -> str:
    """What was done to which rank and when, or why not."""
    if isinstance(event, FaultFailed):
        return f"fault: {event.action} of rank {event.rank} did not happen: {event.reason}"
    seconds = f" by {event.seconds:g} s a report" if event.action == "slow" else ""
    seconds = f" for {event.seconds:g} s" if event.action == "pause" and event.seconds else seconds
    reports = "1 report" if event.reports == 1 else f"{event.reports} reports"
    where = f"after {reports} in attempt {event.attempt}"
    return f"fault: rank {event.rank} {DONE[event.action]}{seconds} {BY[event.by]}, {where}"
