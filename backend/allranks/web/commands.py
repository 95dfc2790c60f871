"""Text from a socket -> a command, or a refusal that says what is wrong with it."""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ..protocol import Command, Refused

_COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
_EXAMPLE = '{"kind": "watch", "run_id": "...", "after_seq": 0}'


def read_command(text: str | None, message_bytes: int) -> Command | Refused:
    """Read one message. None stands for a binary one."""
    if text is None:
        return _refused("not_text", "a binary message", "JSON as text", f"send something like {_EXAMPLE}", None)
    size = len(text.encode(errors="replace"))
    if size > message_bytes:
        return _refused(
            "too_large", f"a message of {size:,} bytes", f"at most {message_bytes:,}", "send a shorter program", text
        )
    try:
        return _COMMAND.validate_json(text)
    except ValidationError as error:
        return _explained(error.errors(include_url=False)[0], text)


def _explained(problem: Any, text: str) -> Refused:
    kinds = "submit, cancel, inflict or watch"
    match problem["type"]:
        case "json_invalid":
            return _refused("not_json", f"{text[:60]!r}", "one JSON object", f"send something like {_EXAMPLE}", text)
        case "union_tag_invalid":
            came = f"a message of kind {problem['ctx']['tag'][:60]!r}"
            return _refused("unknown_kind", came, f"{kinds}", "reload the page: it may be older than the server", text)
        case "union_tag_not_found":
            return _refused("unknown_kind", "a message without `kind`", kinds, f"send something like {_EXAMPLE}", text)
        case "missing":
            came = f"a {problem['loc'][0]} without `{problem['loc'][-1]}`"
            return _refused("bad_message", came, "every field of the command", "add it", text)
        case _:
            field = ".".join(str(part) for part in problem["loc"][1:]) or "the message"
            expected = problem["msg"].removeprefix("Input should be ")
            return _refused(
                "bad_message", f"{field} = {problem['input']!r:.80}", expected, "send what is expected", text
            )


def _refused(code: str, came: str, expected: str, todo: str, text: str | None) -> Refused:
    return Refused(
        code=code,
        came=came,
        expected=expected,
        todo=todo,
        request_id=_named(text, "request_id"),
        run_id=_named(text, "run_id"),
    )


def _named(text: str | None, name: str) -> str | None:
    """Whom the refusal concerns, where the message is whole enough to tell."""
    try:
        value = json.loads(text or "").get(name)
    except (ValueError, AttributeError, RecursionError):
        return None
    return value[:64] if isinstance(value, str) else None
