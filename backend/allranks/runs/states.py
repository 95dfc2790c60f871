"""The states of a run, one class a state, each with exactly its data.

Queued ──► Running ──► Over
   │          │
   └──────────┴──► Stopping ──► Over
"""

from __future__ import annotations

from dataclasses import dataclass

from ..protocol import End


@dataclass(frozen=True)
class Queued:
    """Waits for a permit."""


@dataclass(frozen=True)
class Running:
    """Holds a permit; the runner executes it."""


@dataclass(frozen=True)
class Stopping:
    """Somebody, or a limit, ended it; the runner is killing what is left. `end` and `sentence` will be recorded."""

    end: End
    sentence: str


@dataclass(frozen=True)
class Over:
    """Its last record is written, or could not be."""


State = Queued | Running | Stopping | Over
