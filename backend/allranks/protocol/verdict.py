"""What a run proved about an exercise."""

from __future__ import annotations

from typing import Literal

from .message import Message

Outcome = Literal["passed", "failed", "not_judged"]
"""`not_judged` is not `failed`: the run ended before the check could see what it needs."""


Basis = Literal["reported", "observed", "rerun", "source"]
"""What a check rests on. `reported`: what the program, and the observer beside it, said of itself; a program that wants
to can forge it. `observed`: what the host saw from outside. `rerun`: what was run again apart from the program.
`source`: what stands in the submitted file, whatever the run did."""


class CheckResult(Message):
    """One check of one exercise, with the sentence a person reads and the facts it rests on."""

    check_id: str
    title: str
    outcome: Outcome
    basis: Basis = "reported"
    sentence: str
    evidence: list[str]
    """Short lines with the observed numbers, one a rank where it applies."""


class Verdict(Message):
    """All checks of an exercise. `passed` only when every check passed."""

    exercise_id: str
    passed: bool
    checks: list[CheckResult]
    explanation: str = ""
    """What just happened, with this run's own numbers, in Markdown; only when it passed."""
