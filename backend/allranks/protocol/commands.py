"""What a client may ask for over the socket, in the imperative, and what the server answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .events import Record
from .faults import Fault
from .message import Message


class Submit(Message):
    """Run `source`. The same `request_id` sent twice (a socket died before the answer) names the same run.

    `exercise_id` None is the scratchpad. The client then watches the run without asking.
    """

    kind: Literal["submit"] = "submit"
    request_id: str = Field(min_length=8, max_length=64)
    exercise_id: str | None = Field(max_length=64)
    source: str
    nodes: int = Field(default=1, ge=1, le=2)
    """Of the scratchpad's cluster. An exercise says itself how many it has."""


class Cancel(Message):
    """End the run now. A run that is over already stays as it is."""

    kind: Literal["cancel"] = "cancel"
    run_id: str = Field(max_length=64)


class Inflict(Message):
    """Bring a fault about in a live run, where its exercise (or the scratchpad) allows it.

    What came of it is an event of the run."""

    kind: Literal["inflict"] = "inflict"
    run_id: str = Field(max_length=64)
    fault: Fault


class Watch(Message):
    """Send every record of the run with `seq > after_seq`, then the new ones as they come."""

    kind: Literal["watch"] = "watch"
    run_id: str = Field(max_length=64)
    after_seq: int = Field(ge=0)


Command = Annotated[Submit | Cancel | Inflict | Watch, Field(discriminator="kind")]


class Accepted(Message):
    """A `Submit` became a run."""

    kind: Literal["accepted"] = "accepted"
    request_id: str
    run_id: str


class Recorded(Message):
    """Stored records of one watched run, in order and without a gap: those that came since the last ones were sent."""

    kind: Literal["recorded"] = "recorded"
    records: list[Record]


class Refused(Message):
    """A command was not carried out: what came, what was expected, what to do. `request_id` when it was a `Submit`."""

    kind: Literal["refused"] = "refused"
    code: str
    came: str
    expected: str
    todo: str
    request_id: str | None
    run_id: str | None


Answer = Annotated[Accepted | Recorded | Refused, Field(discriminator="kind")]
