"""Hostile programs of tests/sandbox/attacks, in a real sandbox, and what each of their attempts came to.

An attack is a file of functions. Each function whose name has no leading underscore is one attempt: it is called with
the targets, in order, and what it returns is what it got. Attempts that begin with `allowed_` prove that the program
could do the thing where it may.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from allranks.protocol import Limits
from allranks.runners.local.seal.mini import Mini, MiniResult
from mini_sandbox import SMALL, start_mini

ATTACKS = Path(__file__).parents[1] / "sandbox" / "attacks"
DRIVER = """

def _try_each():
    import errno, json, sys, types
    targets, only = json.loads(sys.argv[1])
    for name, action in list(globals().items()):
        if name.startswith("_") or not isinstance(action, types.FunctionType) or action.__module__ != "__main__":
            continue
        if only and name not in only and not name.startswith("allowed_"):
            continue
        try:
            outcome = action(targets)
        except OSError as error:
            outcome = errno.errorcode.get(error.errno or 0, type(error).__name__)
        except BaseException as error:
            outcome = "%s: %s" % (type(error).__name__, error)
        print(json.dumps({name: outcome}), flush=True)
    print(json.dumps({"_finished": True}), flush=True)

_try_each()
"""


@dataclass(frozen=True)
class Attack:
    """What one hostile program came to."""

    outcomes: dict[str, Any]
    """What each attempt returned; the errno's name (`EPERM`) where it was refused; `Type: words` for other errors."""
    result: MiniResult

    def __getitem__(self, attempt: str) -> Any:
        assert attempt in self.outcomes, f"{attempt} was not tried: {self.result}"
        return self.outcomes[attempt]

    @property
    def finished(self) -> bool:
        """True when the program tried everything."""
        return "_finished" in self.outcomes

    @property
    def allowed(self) -> dict[str, Any]:
        """The attempts that had to succeed, so that the others mean something."""
        return {name: outcome for name, outcome in self.outcomes.items() if name.startswith("allowed_")}


@functools.cache
def source_of(name: str) -> str:
    """The text of an attack."""
    return (ATTACKS / f"{name}.py").read_text()


def start_attack(
    name: str, targets: Mapping[str, Any] | None = None, *, only: Sequence[str] = (), limits: Limits = SMALL
) -> Mini:
    """Start an attack and return at once. `only` names the attempts; all by default."""
    return start_mini(source_of(name) + DRIVER, limits=limits, arguments=[json.dumps([dict(targets or {}), only])])


def end_attack(mini: Mini, seconds: float = 10.0) -> Attack:
    """Wait for its end. What had to work must have worked."""
    result = mini.wait(seconds)
    outcomes: dict[str, Any] = {}
    for line in result.stdout.splitlines():
        if line.startswith("{"):
            outcomes.update(json.loads(line))
    seen = Attack(outcomes, result)
    broken = {name: outcome for name, outcome in seen.allowed.items() if outcome is not True}
    assert not broken, f"what is allowed did not work, so nothing is proved: {broken} {result}"
    return seen


def attack(
    name: str,
    targets: Mapping[str, Any] | None = None,
    *,
    only: Sequence[str] = (),
    limits: Limits = SMALL,
    seconds: float = 10.0,
) -> Attack:
    """Run an attack that can be survived: it must come to its end."""
    seen = end_attack(start_attack(name, targets, only=only, limits=limits), seconds)
    assert seen.finished, f"the attack did not come to its end: {seen.result}"
    return seen
