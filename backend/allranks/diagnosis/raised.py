"""The errors that ended a run, whoever raised them, each with the errors that it was raised from."""

from __future__ import annotations

from dataclasses import dataclass

from allranks.protocol import Frame, ProgramFailed, WorkerFailed

from .logs import log_of
from .observed import Observed
from .ranks import first_line, named_error, own_frame
from .traceback_text import TracedError, traced_errors

_CHAIN = 8
_SHOWN = 3


@dataclass(frozen=True)
class Raised:
    """One error of one rank, or of the driver where `rank` is None. `frames` are innermost first."""

    seq: int
    rank: int | None
    error_type: str
    message: str
    frames: tuple[Frame, ...]
    text: str
    """The message with the whole traceback: what a library says at length may be cut in one of the two."""
    outermost: bool = True
    """False: another error was raised from this one, and that is the one that came out."""

    @property
    def where(self) -> Frame | None:
        """The innermost of the learner's lines."""
        return own_frame(list(self.frames))

    def passes(self, *folders: str) -> bool:
        """Whether it was raised below one of these folders of a package (`ray/train`)."""
        return any(folder in frame.file for frame in self.frames for folder in folders)


def raised_errors(observed: Observed) -> list[tuple[Raised, ...]]:
    """For each failed rank of the last attempt, and for the driver, its error and then those that it came from.

    What `fit()` raises because workers failed is left out where those workers are known."""
    found = [_chain(seq, failure, failure.rank, observed) for seq, failure in observed.worker_failures]
    if observed.program_failure is not None:
        seq, failure = observed.program_failure
        if not (found and seq in observed.passed_on):
            found.append(_chain(seq, failure, None, observed))
    return found


def _chain(seq: int, failure: WorkerFailed | ProgramFailed, rank: int | None, observed: Observed) -> tuple[Raised, ...]:
    text = f"{failure.message}\n{failure.traceback}"
    first = Raised(seq, rank, failure.error_type, failure.message, tuple(failure.frames), text)
    seen = {(first.error_type, _start(first.message))}
    chain = [first]
    traced = [
        *traced_errors(failure.message, observed.file_name),
        *traced_errors(failure.traceback, observed.file_name),
    ]
    if failure.error_type == "ControllerError":
        # Ray passes on its text alone; the traceback stands in the controller's log.
        told = traced_errors(log_of(observed, None), observed.file_name)
        traced += [error for error in told if _start(error.message) in failure.message and error.message]
    for error in reversed(traced):
        key = (error.error_type, _start(error.message))
        if key not in seen and len(chain) < _CHAIN:
            seen.add(key)
            chain.append(_inner(seq, rank, error, text))
    return tuple(chain)


def _inner(seq: int, rank: int | None, error: TracedError, text: str) -> Raised:
    return Raised(seq, rank, error.error_type, error.message, error.frames, text, outermost=False)


def _start(message: str) -> str:
    return first_line(message)[:60]


def caused_by(failure: WorkerFailed | ProgramFailed, observed: Observed) -> list[str]:
    """A line of evidence for each error that this one was raised from, the nearest first."""
    lines = []
    for error in _chain(0, failure, None, observed)[1:]:
        where = error.where
        at = f" at line {where.line}, `{where.text}`" if where else ""
        lines.append(f"raised from {named_error(error.error_type, error.message)}{at}")
    return lines[:_SHOWN]
