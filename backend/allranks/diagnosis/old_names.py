"""What an error's words say of an old API, by the linter's own tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from trainlint.old_api import (
    ARGUMENTS,
    CHECKPOINT_MEMBERS,
    CONTEXT_MEMBERS,
    FUNCTIONS,
    MOVED,
    REMOVED,
    RESULT_MEMBERS,
    SESSION,
    TRAINER_MEMBERS,
)
from trainlint.old_entry import Old

_KEYWORD = re.compile(r"(?:(\w+)\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'")
_IMPORT = re.compile(r"cannot import name '(\w+)' from '(ray[\w.]*)'|No module named '(ray[\w.]*)'")
_ATTRIBUTE = re.compile(r"'?(\w+)'? object has no attribute '(\w+)'|type object '(\w+)' has no attribute '(\w+)'")
_MODULE = re.compile(r"module '(ray[\w.]*)' has no attribute '(\w+)'")
_NOT_SUPPORTED = re.compile(r"does not support `(\w+)(?:\(\))?`")
_TICKED = re.compile(r"`([\w.]+)(?:\((\w+)=?[^)`]*\))?`")
_MEMBERS: dict[str, Mapping[str, Old]] = {
    "Checkpoint": CHECKPOINT_MEMBERS,
    "Result": RESULT_MEMBERS,
    "TrainContext": CONTEXT_MEMBERS,
}
_REPORT = "Put the metrics into one dictionary: `train.report({...})`."


@dataclass(frozen=True)
class OldThing:
    """What it is called, one sentence on what to use, the expression that does the same today or "", the rule."""

    name: str
    instead: str
    now: str
    rule: str


def old_thing(error_type: str, message: str) -> OldThing | None:
    """The old thing that an error of this type complains about, or None."""
    return (
        _keyword(message)
        or _imported(message)
        or _member(message)
        or (_deprecated(message) if error_type in ("DeprecationWarning", "RayDeprecationWarning") else None)
    )


def _keyword(message: str) -> OldThing | None:
    found = _KEYWORD.search(message)
    if found is None:
        return None
    owner, function, argument = found.groups()
    if function == "report":
        return OldThing(f"`report({argument}=...)`", _REPORT, f'train.report({{"{argument}": ...}})', "RTL111")
    called = owner if function == "__init__" else function
    for name, arguments in ARGUMENTS.items():
        if name.rsplit(".", 1)[-1] == called and argument in arguments:
            return _thing(f"`{called}({argument}=...)`", arguments[argument], "RTL405")
    return None


def _imported(message: str) -> OldThing | None:
    found = _IMPORT.search(message)
    attribute = _MODULE.search(message)
    if found is not None:
        name = found[3] or f"{found[2]}.{found[1]}"
    elif attribute is not None:
        name = f"{attribute[1]}.{attribute[2]}"
    else:
        return None
    tables = ((REMOVED, "RTL401"), (MOVED, "RTL402"), (FUNCTIONS, "RTL404"), (SESSION, "RTL403"))
    while name.count("."):
        for table, rule in tables:
            if name in table:
                return _thing(f"`{name}`", table[name], rule)
        name = name.rpartition(".")[0]
    return None


def _member(message: str) -> OldThing | None:
    found = _ATTRIBUTE.search(message)
    unsupported = _NOT_SUPPORTED.search(message)
    if found is None and unsupported is None:
        return None
    owner, member = (found[1] or found[3], found[2] or found[4]) if found else ("Checkpoint", unsupported[1])  # type: ignore[index]  # one of the two was found
    members = _MEMBERS.get(owner) or (TRAINER_MEMBERS if owner.endswith("Trainer") else {})
    if member not in members:
        return None
    rule = {"Checkpoint": "RTL407", "Result": "RTL410", "TrainContext": "RTL409"}.get(owner, "RTL408")
    return _thing(f"`{owner}.{member}`", members[member], rule)


def _deprecated(message: str) -> OldThing | None:
    """Ray puts the old name between backticks: a class with an argument, an argument alone, or a function."""
    for name, argument in _TICKED.findall(message):
        last = name.rsplit(".", 1)[-1]
        for owner, arguments in ARGUMENTS.items():
            called = owner.rsplit(".", 1)[-1]
            if (last == called and argument in arguments) or (not argument and last in arguments):
                given = argument or last
                return _thing(f"`{called}({given}=...)`", arguments[given], "RTL405")
        for table, rule in ((FUNCTIONS, "RTL404"), (CONTEXT_MEMBERS, "RTL409"), (REMOVED, "RTL401")):
            for known, old in table.items():
                if known == name or (known.rsplit(".", 1)[-1] == last and last not in ("backward",)):
                    return _thing(f"`{last}`", old, rule)
        if last in TRAINER_MEMBERS:
            return _thing(f"`{last}`", TRAINER_MEMBERS[last], "RTL408")
        if last in CHECKPOINT_MEMBERS:
            return _thing(f"`Checkpoint.{last}`", CHECKPOINT_MEMBERS[last], "RTL407")
    return None


def _thing(name: str, old: Old, rule: str) -> OldThing:
    return OldThing(name, old.instead, old.moved_to, rule)
