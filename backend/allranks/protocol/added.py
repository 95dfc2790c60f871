"""Print what each field of an event is that an older recording lacks: `python -m allranks.protocol.added`.

The server reads old records with these models, which fill such fields in. The page reads recordings without a server:
`frontend/scripts/generate-protocol.mjs` writes this as `frontend/src/protocol/added.ts` for it.
"""

from __future__ import annotations

import json
from typing import Any, get_args

from pydantic import BaseModel

from .events import Record


def added() -> dict[str, dict[str, Any]]:
    """By the name of each message of a record: its `kind` if it has one, the `defaults` of its fields, and `within`,
    the names of the messages that a field holds. Only those that have defaults, or hold what has."""
    found: dict[str, dict[str, Any]] = {}
    _look(Record, found)
    kept = {name for name, shape in found.items() if shape["defaults"]}
    while more := {
        name
        for name, shape in found.items()
        if name not in kept and any(kept & set(held) for held in shape["within"].values())
    }:
        kept |= more
    for name in found.keys() - kept:
        del found[name]
    for shape in found.values():
        within = {field: [name for name in held if name in kept] for field, held in shape["within"].items()}
        shape["within"] = {field: held for field, held in within.items() if held}
    return found


def _look(model: type[BaseModel], found: dict[str, dict[str, Any]]) -> None:
    if model.__name__ in found:
        return
    fields = model.model_fields
    shape: dict[str, Any] = {"kind": fields["kind"].default if "kind" in fields else None, "defaults": {}, "within": {}}
    found[model.__name__] = shape
    for name, field in fields.items():
        if name != "kind" and not field.is_required():
            default = field.get_default(call_default_factory=True)
            shape["defaults"][name] = default.model_dump(mode="json") if isinstance(default, BaseModel) else default
        if held := _models(field.annotation):
            shape["within"][name] = [each.__name__ for each in held]
            for each in held:
                _look(each, found)


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _models(part)]


if __name__ == "__main__":
    print(json.dumps(added(), sort_keys=True))
