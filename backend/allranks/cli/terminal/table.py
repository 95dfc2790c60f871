"""A live table of ranks above the program's own output; plain lines where there is no terminal."""

from __future__ import annotations

from types import TracebackType
from typing import Self, TextIO

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ...protocol import (
    Diagnosed,
    FaultFailed,
    FaultInjected,
    Graded,
    LogWritten,
    PhaseChanged,
    ProgressResumed,
    ProgressStopped,
    Record,
    RunFinished,
    WorkerFailed,
)
from .diagnoses import diagnosis_style, diagnosis_text
from .faults import fault_line
from .ranks import Ranks, readable
from .stops import stop_lines

METRICS = 4


class RankTable:
    """Shows records as they come. Use as a context manager; the last state of the table stays on the screen."""

    def __init__(self, stream: TextIO) -> None:
        self._console = Console(file=stream, highlight=False)
        self._ranks = Ranks()
        self._last_time = 0.0
        self._live = Live(console=self._console, refresh_per_second=10, transient=False)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def show(self, record: Record) -> None:
        """Take one record in and draw what it changed."""
        self._ranks.take(record)
        self._last_time = record.time
        event = record.event
        if isinstance(event, LogWritten):
            self._log(event)
        elif isinstance(event, WorkerFailed):
            own = next((frame for frame in event.frames if frame.own), None)
            where = f" at {own.file}:{own.line}  {own.text}" if own else ""
            message = event.message.strip().splitlines() or [""]
            self._print(f"rank {event.rank} failed: {event.error_type}: {message[0]}{where}", "red")
        elif isinstance(event, FaultInjected | FaultFailed):
            self._print(fault_line(event), "magenta" if isinstance(event, FaultInjected) else "red")
        elif isinstance(event, ProgressStopped | ProgressResumed):
            self._print(stop_lines(event), "green" if isinstance(event, ProgressResumed) else "yellow")
        elif isinstance(event, PhaseChanged) and not self._console.is_terminal:
            self._print(f"{record.time - self._ranks.began:7.2f} s  {event.phase}", "dim")
        elif isinstance(event, RunFinished):
            if not self._console.is_terminal:
                self._console.print(self._table())
            self._print(event.sentence, "green" if event.end == "completed" else "red")
        elif isinstance(event, Diagnosed):
            self._print(diagnosis_text(event.diagnosis), diagnosis_style(event.diagnosis))
        elif isinstance(event, Graded):
            for check in event.verdict.checks:
                mark = {"passed": "✔", "failed": "✘", "not_judged": "?"}[check.outcome]
                self._print(f"{mark} {check.title}: {check.sentence}", "green" if check.outcome == "passed" else "red")
        if self._console.is_terminal:
            self._live.update(self._table())

    def _log(self, log: LogWritten) -> None:
        if log.origin == "ray":
            return
        who = "allranks" if log.origin == "playground" else "driver" if log.rank is None else f"rank {log.rank}"
        for line in log.text.splitlines():
            self._print(f"{who:>8} │ {line}", "dim" if log.origin == "playground" else "")

    def _print(self, text: str, style: str) -> None:
        self._console.print(Text(text, style=style), soft_wrap=True)

    def _table(self) -> Table:
        names = list(dict.fromkeys(name for row in self._ranks.rows.values() for name in row.metrics))[:METRICS]
        phases = " · ".join(f"{phase} {seconds:.1f}" for phase, seconds in self._ranks.phase_seconds(self._last_time))
        table = Table(caption=f"{phases} s", caption_justify="left", header_style="bold")
        for title in ("rank", "pid", "device", "reports", *names):
            table.add_column(title, justify="right")
        for rank, row in sorted(self._ranks.rows.items()):
            facts = row.facts
            reports = f"{row.reports} ✘ {row.failed}" if row.failed else str(row.reports)
            values = [readable(row.metrics.get(name)) for name in names]
            table.add_row(str(rank), str(facts.pid) if facts else "", facts.device if facts else "", reports, *values)
        return table
