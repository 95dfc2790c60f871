"""What a call was given."""

from __future__ import annotations

import ast


def argument(call: ast.Call, name: str, place: int | None = None) -> ast.expr | None:
    """What `call` gives to the parameter `name`, which may also stand at `place` (from 0); None if it is left out or
    cannot be seen."""
    keyword = argument_keyword(call, name)
    if keyword is not None:
        return keyword.value
    if place is None or place >= len(call.args) or any(isinstance(given, ast.Starred) for given in call.args):
        return None
    return call.args[place]


def argument_keyword(call: ast.Call, name: str) -> ast.keyword | None:
    """The `name=value` of `call`."""
    return next((keyword for keyword in call.keywords if keyword.arg == name), None)


def has_unseen_arguments(call: ast.Call) -> bool:
    """Whether `call` takes arguments out of a `*list` or a `**mapping`: then nothing is known of what is missing."""
    return any(isinstance(given, ast.Starred) for given in call.args) or any(
        keyword.arg is None for keyword in call.keywords
    )
