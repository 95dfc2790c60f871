"""One run more of a program that seems right, with what nobody knew when it was written."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .message import Message

Number = int | Annotated[float, Field(allow_inf_nan=False)]


class Repeat(Message):
    """What an exercise wants to be drawn for the run more, and what is then looked at."""

    workers: list[Annotated[int, Field(ge=1, le=16)]] = Field(min_length=1)
    """One of these is the world size."""
    config: dict[str, tuple[Number, Number]] = Field(default_factory=dict)
    """Keys of `train_loop_config`, each with the range that its value is drawn from; whole numbers from a range of
    whole numbers."""
    metric: str
    """The reported value that is compared with the solution's."""
    checks: list[str] = Field(default_factory=list)
    """Ids of checks that must hold in that run too."""


class Variation(Message):
    """What was drawn. It takes the place of what the program itself says."""

    workers: int
    seed: int
    """Of torch's generator in each rank, when its loop begins."""
    config: dict[str, Number]


class RunRepeated(Message):
    """The host ran the program once more, and the exercise's solution too, each in a fresh sandbox of its own, with
    the same `variation`, drawn after the program was submitted. Written once, by the host, and only where the exercise
    has a `Repeat` and the run before seemed right in all else.

    `repeated`: both ran to their end. `failed`: the solution did and the program did not, and `sentence` says how it
    ended. `not_tried`: the host could not do it, and `sentence` says why.
    """

    kind: Literal["run_repeated"] = "run_repeated"
    variation: Variation
    outcome: Literal["repeated", "failed", "not_tried"]
    sentence: str
    metric: str
    reported: dict[int, list[float | None]]
    """By rank, in the order of the reports; None for what was no number. Cut to `REPORTS_COMPARED`."""
    expected: dict[int, list[float | None]]
    """The solution's."""
    unmet: list[str]
    """What the exercise's own checks found missing in that run, a sentence each."""


REPORTS_COMPARED = 50
