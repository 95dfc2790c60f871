"""Why a run ended as it did, in the learner's terms."""

from __future__ import annotations

from .message import Message
from .source import Frame


class Diagnosis(Message):
    """One cause, found by a pure function from a run's events.

    `cause` is a stable id (`result_metrics_none`). `mend` says what to do; `sketch` is a few lines of code, or None.
    An `advice` did not end the run, which may have completed: something in it is likely not what was meant.
    """

    cause: str
    title: str
    what_happened: str
    evidence: list[str]
    where: Frame | None
    ranks: list[int]
    """The ranks concerned; empty when it was the driver."""
    mend: str
    sketch: str | None
    page: str | None = None
    """Where this is explained, relative to the page (`rules/RTL101.html`)."""
    advice: bool = False
