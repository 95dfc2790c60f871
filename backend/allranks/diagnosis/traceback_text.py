"""Tracebacks that came as text: Ray puts those of other processes into messages, and Python those of causes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from allranks.protocol import Frame

_PREFIX = re.compile(r"^\((?:\w+ )?pid=[^)]*\) ?")
_FRAME = re.compile(r'^(?P<indent>\s*)File "(?P<file>[^"]+)", line (?P<line>\d+)(?:,? in (?P<function>.+))?$')
_ERROR = re.compile(r"^(?P<type>[A-Za-z_][\w.]*)(?:: ?(?P<message>.*))?$")
_NOT_ERRORS = {"Traceback", "File", "During", "The"}
_LINES = 40
"""Of a message that goes on over lines."""
_LONGEST = 200_000


@dataclass(frozen=True)
class TracedError:
    """One error of a chain as its traceback tells it. `frames` are innermost first."""

    error_type: str
    message: str
    frames: tuple[Frame, ...]


def traced_errors(text: str, file_name: str) -> list[TracedError]:
    """Every error that `text` has a traceback of, in the order of the text: what an error was raised from comes before
    it. `file_name` is the learner's."""
    lines = [_PREFIX.sub("", line) for line in text[-_LONGEST:].splitlines()]
    found: list[TracedError] = []
    frames: list[Frame] = []
    indent = ""
    for number, line in enumerate(lines):
        frame = _FRAME.match(line)
        if frame is not None:
            if not frames:
                indent = frame["indent"]
            below = lines[number + 1] if number + 1 < len(lines) else ""
            frames.append(_frame(frame, "" if _FRAME.match(below) else below.strip(), file_name))
            continue
        if not frames or not line.strip() or _depth(line) >= max(1, len(indent)):
            continue
        error = _ERROR.match(line.strip())
        if error is not None and error["type"] not in _NOT_ERRORS:
            message = "\n".join([error["message"] or "", *_rest(lines[number + 1 : number + 1 + _LINES])]).strip()
            found.append(TracedError(error["type"].rsplit(".", 1)[-1], message, tuple(reversed(frames))))
        frames = []
    return found


def stack_of(text: str, file_name: str, innermost: Callable[[str], bool]) -> list[Frame]:
    """The frames that follow the first line that `innermost` accepts, innermost first: how Python's fault handler
    tells where a process was when it crashed."""
    frames: list[Frame] = []
    begun = False
    for line in text.splitlines():
        frame = _FRAME.match(line)
        if not begun:
            begun = innermost(line)
        elif frame is not None:
            frames.append(_frame(frame, "", file_name))
        elif frames:
            break
    return frames


def _frame(found: re.Match[str], text: str, file_name: str) -> Frame:
    file = found["file"]
    own = file == file_name or file.endswith(f"/{file_name}")
    return Frame(
        file=file_name if own else file.split("site-packages/")[-1],
        line=int(found["line"]),
        function=found["function"] or "<module>",
        text=text,
        own=own,
    )


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _rest(lines: list[str]) -> list[str]:
    """What belongs to a message that begins on the line before."""
    rest: list[str] = []
    for line in lines:
        if not line.strip() or line.startswith(("Traceback", "[Rank ", "ray::")):
            break
        rest.append(line)
    return rest
