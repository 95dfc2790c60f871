"""What of the sandbox can be proved on this machine, and what becomes of the tests that cannot."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Literal

from allranks.protocol import SandboxLevel
from allranks.runners.local.seal import find_enclosure

Fate = Literal["run", "skip", "fail"]


@dataclass(frozen=True)
class Ability:
    """The best level of this machine, and what it lacks for a better one."""

    level: SandboxLevel
    missing: str

    def fate(self, needs_limits: bool, ci: bool) -> Fate:
        """What to do with a test of the sandbox. In CI nothing is left unproved in silence."""
        if self.level in ("A", "B") or (self.level == "C" and not needs_limits):
            return "run"
        return "fail" if ci else "skip"

    def reason(self) -> str:
        """Why a test cannot run, in one sentence."""
        return f"this machine cannot hold a program as this promise needs it (level {self.level}): {self.missing}"


@functools.cache
def ability() -> Ability:
    """Find it by trying, once."""
    enclosure = find_enclosure().enclosure
    return Ability(enclosure.level, enclosure.missing)


@dataclass
class Unproved:
    """The promises that were skipped."""

    names: list[str] = field(default_factory=list)

    def line(self, missing: str) -> str | None:
        """What the end of the tests says of them, in one loud line."""
        if not self.names:
            return None
        promises = f"{len(self.names)} promise{'s' if len(self.names) > 1 else ''} of the sandbox"
        return f"NOT PROVED on this machine: {promises}, {self.names[0]} first, since {missing}"
