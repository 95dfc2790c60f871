"""The page of a check, in the terminal."""

from __future__ import annotations

import inspect

from ..engine import checks
from ..flake_sentences import FLAKE_KINDS
from .errors import UsageError


def explained(code: str) -> str:
    """The page of the check with this code or name. Raises UsageError where there is none."""
    wanted = code.strip()
    for check in checks():
        if wanted.upper() == check.code or wanted.lower() == check.name:
            fix = ", can be fixed" if check.fixable else ""
            return f"{check.code} {check.name} ({check.severity}{fix})\n\n{inspect.getdoc(check)}"
    for kind in FLAKE_KINDS.values():
        if wanted.upper() == kind.code:
            elsewhere = f"Found by pyflakes; flake8 calls it F{kind.code.removeprefix('PYF')}."
            return f"{kind.code} {kind.name} ({kind.severity})\n\n{elsewhere}\n{kind.todo}"
    raise UsageError(f"--explain: no check is called {code!r}; expected a code such as RTL101 or PYF401, or a name")
