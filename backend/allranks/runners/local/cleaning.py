"""Hostile values made harmless: what a sandbox wrote, with each field in bounds and the rest of the event kept.

A learner who reports 10**400 or a name with a NUL in it should still see the report. So a value out of bounds is
replaced by the nearest one in bounds, and only what is not an event at all is refused.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

DEPTH = 8
ITEMS = 256
KEYS = 64
KEY_CHARACTERS = 80
METRIC_CHARACTERS = 200
NAME_CHARACTERS = 400
TEXT_CHARACTERS = 16_000
LONG = frozenset({"message", "text", "traceback"})
INTEGER = 2**53 - 1
"""Beyond it a browser cannot hold an integer exactly."""
CUT = "…"

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
_HIDDEN = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f"  # controls, except tab, newline and carriage return
    "\\u202a-\\u202e\\u2066-\\u2069"  # what turns the direction of the text around it
    "\\ud800-\\udfff]"  # halves of a pair, which have no UTF-8
)
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]')


def text(value: str) -> str:
    """`value` without terminal commands, controls, direction overrides and lone surrogates; the rest stays."""
    if value.isascii() and value.isprintable():
        return value
    if "\x1b" in value:
        value = _SEQUENCE.sub("", value)
    return _HIDDEN.sub("\ufffd", value)


def parse(line: bytes) -> Any:
    """The JSON value that `line` holds. Numbers of any size, bad UTF-8 and any depth are read; of equal keys the last
    one counts. Raises ValueError when it is not JSON."""
    written = line.decode("utf-8", "replace")
    try:
        return json.loads(written)
    except RecursionError:
        return json.loads(_shallow(written), parse_int=_integer)
    except json.JSONDecodeError:
        raise
    except ValueError:  # Python reads no integer of more than 4,300 digits
        return json.loads(written, parse_int=_integer)


def clean(event: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """`event` with every value in bounds, and how many of its metrics had to go."""
    cleaned: dict[str, Any] = {}
    lost = 0
    for key, value in event.items():
        if key == "metrics" and type(value) is dict:
            kept = list(value)[:KEYS]
            lost = len(value) - len(kept)
            cleaned[key] = {text(name[:KEY_CHARACTERS]): _metric(value[name]) for name in kept}
        else:
            cleaned[key] = _value(key, value, DEPTH)
        if len(cleaned) >= ITEMS:
            break
    return cleaned, lost


def _value(key: str, value: Any, depth: int) -> Any:
    kind = type(value)
    if kind is str:
        return text(value[: TEXT_CHARACTERS if key in LONG else NAME_CHARACTERS])
    if kind is int:
        return max(-INTEGER, min(INTEGER, value))
    if kind is float:
        if math.isfinite(value):
            return value
        return 0.0 if math.isnan(value) else math.copysign(float(INTEGER), value)
    if kind is list:
        return [_value(key, item, depth - 1) for item in value[:ITEMS]] if depth else []
    if kind is dict:
        if not depth:
            return {}
        return {name[:KEY_CHARACTERS]: _value(name, value[name], depth - 1) for name in list(value)[:ITEMS]}
    return value


def _metric(value: Any) -> Any:
    kind = type(value)
    if kind is float:
        if math.isfinite(value):
            return value
        return {"nonfinite": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if kind is int:
        if -INTEGER <= value <= INTEGER:
            return value
        if value.bit_length() < 1_000:
            return float(value)
        return {"nonfinite": "inf" if value > 0 else "-inf"}
    if kind is str:
        return text(value[:METRIC_CHARACTERS])
    if kind is dict and value.get("nonfinite") in ("nan", "inf", "-inf"):
        return {"nonfinite": value["nonfinite"]}
    return CUT if kind in (dict, list) else value


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < 400 else float(digits)


def _shallow(written: str) -> str:
    """`written` with everything below `DEPTH` brackets taken out, in one pass and without recursion."""
    depth, start, kept = 0, 0, []
    for token in _TOKEN.finditer(written):
        sign = token.group()
        if sign in ("[", "{"):
            depth += 1
            if depth == DEPTH + 1:
                kept.append(written[start : token.start()])
        elif sign in ("]", "}"):
            depth -= 1
            if depth == DEPTH:
                kept.append("null")
                start = token.end()
    if depth <= DEPTH:
        kept.append(written[start:])
    return "".join(kept)
