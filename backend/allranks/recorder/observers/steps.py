"""What each rank's training comes to: its optimizer steps, its weights, its own loss, and what it all-reduced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rank import Rank

if TYPE_CHECKING:
    from ..stepping import Steps

_steps: Steps | None = None


def observe(rank: Rank) -> None:
    """Look at each step of this process from now on."""
    # Imported here because it imports torch, which not everybody who lists the observers has; `preload.py` has it.
    from ..stepping import Steps

    global _steps
    _steps = Steps(rank)
    _steps.install()


def before_report(rank: Rank) -> None:
    """Say what there was since the last report."""
    if _steps is not None:
        _steps.report()


def waited() -> float:
    """Seconds at the end of the last backward pass in which it waited for other ranks' gradients; 0 if not known."""
    return _steps.traffic.waited() if _steps is not None else 0.0
