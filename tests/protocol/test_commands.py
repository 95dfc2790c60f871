"""Commands and answers."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from allranks.protocol import (
    Accepted,
    Answer,
    Cancel,
    Command,
    QueueMoved,
    Record,
    Recorded,
    Refused,
    Submit,
    Watch,
)

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


@pytest.mark.parametrize(
    "command",
    [
        Submit(request_id="request-1", exercise_id="train01", source="pass"),
        Submit(request_id="request-1", exercise_id=None, source=""),
        Cancel(run_id="run"),
        Watch(run_id="run", after_seq=0),
    ],
)
def test_a_command_comes_back_as_it_was(command: Command) -> None:
    assert COMMAND.validate_json(command.model_dump_json()) == command


@pytest.mark.parametrize(
    "answer",
    [
        Accepted(request_id="request-1", run_id="run"),
        Recorded(records=[Record(run_id="run", seq=1, time=0.5, event=QueueMoved(ahead=1))]),
        Refused(code="not_json", came="a", expected="b", todo="c", request_id=None, run_id=None),
    ],
)
def test_an_answer_comes_back_as_it_was(answer: Answer) -> None:
    assert ANSWER.validate_json(answer.model_dump_json()) == answer


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "submit", "request_id": "short", "exercise_id": null, "source": "pass"}',
        '{"kind": "submit", "request_id": "request-1", "source": "pass"}',
        '{"kind": "watch", "run_id": "run", "after_seq": -1}',
        '{"run_id": "run"}',
    ],
)
def test_a_command_that_lacks_something_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        COMMAND.validate_json(text)
