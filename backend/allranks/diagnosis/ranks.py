"""How ranks are named in a sentence, and which failed ranks are the cause and which the consequence."""

from __future__ import annotations

import re
from collections.abc import Iterable

from allranks.protocol import Frame, WorkerFailed

_LOST_PEER = re.compile(r"connection (closed|reset) by peer|broken pipe", re.IGNORECASE)
_GAVE_UP = re.compile(
    r"timed out (waiting|after)|CollectiveTimeoutError|collective operation (timeout|.*timed out)", re.IGNORECASE
)
_PROCESS_GROUP_ERRORS = {"RuntimeError", "DistBackendError", "DistNetworkError"}
_ACTOR_ERRORS = {"ActorDiedError", "RayActorError", "ActorUnavailableError"}
_MEETING_ACTOR = "SynchronizationActor"
"""Ray Train's class, whose name stands in the message: ray/train/v2/_internal/execution/checkpoint/sync_actor.py."""
_GONE = re.compile(
    r"ActorDied|ActorUnavailable|OutOfMemory|actor (is dead|died)|process has died|unexpectedly", re.IGNORECASE
)
_LONGEST_LINE = 200


def lost_its_peer(failure: WorkerFailed) -> bool:
    """True for a rank that failed only because another one was gone: gloo tells it of the closed connection, or the
    actor through which ranks meet in `train.report` was shut down with the worker group while it waited there."""
    if failure.error_type in _ACTOR_ERRORS:
        return _MEETING_ACTOR in failure.message
    return failure.error_type in _PROCESS_GROUP_ERRORS and _LOST_PEER.search(failure.message) is not None


def gave_up_waiting(error_type: str, message: str) -> bool:
    """True for a rank that waited for the others until its time was up: gloo's, NCCL's or Ray's own limit."""
    return _GAVE_UP.search(f"{error_type} {message}") is not None


def process_is_gone(failure: WorkerFailed) -> bool:
    """True for a rank whose process ended without a Python exception: Ray found its actor dead."""
    return own_frame(failure.frames) is None and _GONE.search(f"{failure.error_type} {failure.message}") is not None


def own_frame(frames: list[Frame]) -> Frame | None:
    """The innermost frame in the learner's file."""
    return next((frame for frame in frames if frame.own), None)


def name_ranks(ranks: Iterable[int]) -> str:
    """`rank 2`, `ranks 0 and 1`, `ranks 0, 1 and 3`."""
    ordered = [str(rank) for rank in sorted(set(ranks))]
    if len(ordered) == 1:
        return f"rank {ordered[0]}"
    return f"ranks {', '.join(ordered[:-1])} and {ordered[-1]}"


def capitalised(sentence: str) -> str:
    """The first letter in upper case, the rest as it is."""
    return sentence[:1].upper() + sentence[1:]


def first_line(text: str) -> str:
    """The first line that says something, cut where it gets long."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"


def line_of_death(message: str) -> str:
    """The line in which Ray says that the process is gone; its health check puts much else in front of it."""
    return first_line(next((line for line in message.splitlines() if _GONE.search(line)), message))


def named_error(error_type: str, message: str) -> str:
    """`ValueError: the first line of its message`, or the type alone when it has none."""
    line = first_line(message)
    return f"{error_type}: {line}" if line else error_type


def full_stop(sentence: str) -> str:
    """The sentence with a mark at its end: the message of an error may bring its own."""
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def consequences(failures: Iterable[WorkerFailed]) -> list[str]:
    """An evidence line about the ranks that lost their peer, or nothing."""
    victims = [failure.rank for failure in failures if lost_its_peer(failure)]
    if not victims:
        return []
    return [f"{name_ranks(victims)}: lost the connection to it afterwards, a consequence and not a cause"]
