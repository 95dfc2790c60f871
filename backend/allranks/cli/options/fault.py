"""`--fault "kill rank=1 at-report=8"` -> a planned fault."""

from __future__ import annotations

import re
from typing import get_args

from pydantic import ValidationError

from ...protocol import BadInput, FaultAction, PlannedFault

ACTIONS: tuple[str, ...] = tuple(action.replace("_", "-") for action in get_args(FaultAction) if action != "resume")
KEYS = ("rank", "attempt", "after-checkpoints", "at-report", "seconds")
EXAMPLE = 'write something like "kill rank=1 at-report=8"'
_WHOLE = re.compile(r"\d{1,9}")
_RANGE = re.compile(r"(\d{1,9})-(\d{1,9})")


def read_fault(text: str) -> PlannedFault:
    """Read one fault. Raises `BadInput` that names the part which cannot be used."""
    action, *settings = text.split() or [""]
    if action not in ACTIONS:
        raise _bad(text, repr(action), f"one of {', '.join(ACTIONS)} first")
    fields: dict[str, str | int | float] = {"action": action.replace("-", "_")}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or key not in KEYS:
            raise _bad(text, repr(setting), f"KEY=VALUE, where KEY is one of {', '.join(KEYS)}")
        name = key.replace("-", "_")
        if name in fields:
            raise _bad(text, f"{key} twice", "each key once")
        fields |= _read(text, setting, name, value)
    try:
        return PlannedFault.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"]).replace("_", "-")
        came = f"{key}={fields.get(str(first['loc'][0]))}" if key else action
        raise _bad(text, came, first["msg"].removeprefix("Value error, ").replace("_", "-")) from error


def _read(text: str, setting: str, name: str, value: str) -> dict[str, str | int | float]:
    if name == "seconds":
        try:
            return {name: float(value)}
        except ValueError:
            raise _bad(text, repr(setting), "a number of seconds") from None
    between = _RANGE.fullmatch(value)
    if name == "at_report" and between:
        return {name: int(between[1]), "at_report_to": int(between[2])}
    if not _WHOLE.fullmatch(value):
        raise _bad(text, repr(setting), "a whole number" + (" or a range like 5-9" if name == "at_report" else ""))
    return {name: int(value)}


def _bad(text: str, came: str, expected: str) -> BadInput:
    return BadInput(f"--fault {text!r}: {came}", expected, EXAMPLE)
