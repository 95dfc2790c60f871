"""What a run proved about an exercise."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .message import Message

Outcome = Literal["passed", "failed", "not_judged"]
"""`not_judged` is not `failed`: the run ended before the check could see what it needs."""


Basis = Literal["reported", "observed", "rerun", "source"]
"""What a check rests on. `reported`: what the program, and the observer beside it, said of itself; a program that wants
to can forge it. `observed`: what the host saw from outside. `rerun`: what was run again apart from the program.
`source`: what stands in the submitted file, whatever the run did."""


Panel = Literal["curves", "shard_map", "gradient_sync", "ranks", "checkpoints", "failures"]
"""A part of the page that shows what happened in a run."""


class Sight(Message):
    """Where the evidence of a failed check can be seen. What is None is not known, or says nothing there."""

    panel: Panel
    rank: int | None = None
    seconds: float | None = None
    """When, on the run's time axis: since the permit."""
    attempt: int | None = None
    index: int | None = None
    """The report, or the pass over a dataset, from 0."""
    name: str | None = None
    """The metric, or the dataset."""
    row: int | None = None


class SourceLine(Message):
    """A line of the submitted file that a failed check speaks of, from 1, and why it is that one."""

    line: int
    text: str
    why: str
    page: str | None = None
    """Where a rule that speaks of it is explained, relative to the page."""


class CheckResult(Message):
    """One check of one exercise, with the sentence a person reads and the facts it rests on."""

    check_id: str
    title: str
    outcome: Outcome
    basis: Basis = "reported"
    sentence: str
    evidence: list[str]
    """Short lines with the observed numbers, one a rank where it applies."""
    lines: list[SourceLine] = Field(default_factory=list)
    """Where in the file to look; empty unless it failed, and where nothing is known."""
    sights: list[Sight] = Field(default_factory=list)
    """Where on the screen to look; empty unless it failed."""


class Verdict(Message):
    """All checks of an exercise. `passed` only when every check passed."""

    exercise_id: str
    passed: bool
    checks: list[CheckResult]
    explanation: str = ""
    """What just happened, with this run's own numbers, in Markdown; only when it passed."""
