"""Places in the learner's file."""

from __future__ import annotations

from .message import Message


class Frame(Message):
    """One frame of a traceback.

    `file` is the learner's file name (`train01.py`) for their own frames and a path inside site-packages otherwise;
    `line` counts from 1; `text` is the source line, stripped.
    """

    file: str
    line: int
    function: str
    text: str
    own: bool
    """True when the frame is in the learner's file."""
