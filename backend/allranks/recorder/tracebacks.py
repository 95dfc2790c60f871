"""Tracebacks as the learner should read them: their own frames by file name and line, ours left out."""

from __future__ import annotations

import linecache
import os
import traceback
from types import FrameType, TracebackType
from typing import Any, NamedTuple

FRAMES = 30
TEXT_CHARACTERS = 16_000
PROGRAM_VARIABLE = "ALLRANKS_PROGRAM"
_OURS = os.path.dirname(os.path.abspath(__file__))


def describe(error: BaseException, program: str) -> dict[str, Any]:
    """The fields `error_type`, `message`, `frames` (own frames first, innermost first) and `traceback`.

    `program` is the path of the learner's file. The cause that carries a frame of theirs is described rather than the
    wrapper that Ray raised around it.
    """
    root = _root(error, program)
    frames = _frames(root.__traceback__, program)
    if isinstance(root, SyntaxError) and root.filename == program:
        frames.insert(0, _frame(program, root.lineno or 1, "<module>", program))
    own = [frame for frame in reversed(frames) if frame["own"]]
    rest = [frame for frame in reversed(frames) if not frame["own"]]
    return {
        "error_type": type(root).__name__,
        "message": _clip(_text(root).replace(program, os.path.basename(program)), 4_000),
        "frames": (own + rest)[:FRAMES],
        "traceback": _clip(readable(error, program), TEXT_CHARACTERS),
    }


def readable(error: BaseException, program: str) -> str:
    """The traceback as Python prints it, without our own frames and with the learner's short file name."""
    trimmed = traceback.TracebackException.from_exception(error)
    chain: list[traceback.TracebackException] = [trimmed]
    while chain:
        part = chain.pop()
        part.stack = traceback.StackSummary.from_list([frame for frame in part.stack if not _is_ours(frame.filename)])
        chain += [linked for linked in (part.__cause__, part.__context__) if linked is not None]
    return "".join(trimmed.format()).replace(program, os.path.basename(program))


class Line(NamedTuple):
    """Where a frame of a thread is. `program` is the path of the learner's file."""

    file: str
    number: int
    function: str
    program: str

    @property
    def own(self) -> bool:
        return os.path.abspath(self.file) == os.path.abspath(self.program)

    def within(self, package: str) -> bool:
        """Whether it is in a file of this package in site-packages."""
        return self.file.rpartition("site-packages/")[2].startswith(package + "/")

    def described(self) -> dict[str, Any]:
        """The fields of a `Frame`. Reads the file when it is first asked for a line of it."""
        return _frame(self.file, self.number, self.function, self.program)


def lines_of(frame: FrameType | None, program: str) -> list[Line]:
    """Where the frames of a thread are, innermost first, ours left out."""
    lines = []
    while frame is not None:
        code = frame.f_code
        if not _is_ours(code.co_filename):
            lines.append(Line(code.co_filename, frame.f_lineno or 0, code.co_name, program))
        frame = frame.f_back
    return lines


def without_ours(trace: TracebackType | None) -> TracebackType | None:
    """`trace` as it would be if what raised had not been called through our wrappers. Changed in place, as its
    entries know their successors only."""
    kept = []
    while trace is not None:
        if not _is_ours(trace.tb_frame.f_code.co_filename):
            kept.append(trace)
        trace = trace.tb_next
    for entry, following in zip(kept, [*kept, None][1:], strict=True):
        entry.tb_next = following
    return kept[0] if kept else None


def _root(error: BaseException, program: str) -> BaseException:
    seen: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in seen:
        seen.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    # Ray wraps what the loop raised in StartTraceback; the learner's error is the cause. A chain that the learner
    # wrote (`raise X from Y`) is theirs, and X is the error.
    for candidate in seen:
        if type(candidate).__name__ != "StartTraceback":
            return candidate
    return error


def _frames(trace: TracebackType | None, program: str) -> list[dict[str, Any]]:
    return [
        _frame(entry.filename, entry.lineno or 0, entry.name, program)
        for entry in traceback.extract_tb(trace)
        if not _is_ours(entry.filename)
    ]


def _frame(file: str, line: int, function: str, program: str) -> dict[str, Any]:
    own = os.path.abspath(file) == os.path.abspath(program)
    shown = os.path.basename(file) if own else file.split("site-packages/")[-1]
    return {
        "file": _clip(shown, 200),
        "line": line,
        "function": _clip(function, 200),
        "text": _clip(linecache.getline(file, line).strip(), 300),
        "own": own,
    }


def _is_ours(file: str) -> bool:
    return os.path.abspath(file).startswith(_OURS + os.sep) or file.startswith("<frozen runpy")


def _text(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # a learner's __str__ may raise anything
        return "<the error's own text could not be made>"


def _clip(text: str, characters: int) -> str:
    return text if len(text) <= characters else text[: characters - 1] + "…"
