"""Claims about a source: what an exercise asks of a file, told without running it, by the rules' own view of the file.

The page asks on every key press and the server once, after the run, and both must come to the same answer: a claim
depends on the text alone, not on the cluster.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import get_type_hints

from . import claims as claims_folder
from .diagnostic import Diagnostic
from .module import Module
from .source import Source
from .syntax import parse


class BadClaim(ValueError):
    """A claim that cannot be made: says what came and what was expected."""


@dataclass(frozen=True)
class Claim(ABC):
    """A kind of claim. Its fields are what `exercise.toml` gives."""

    @abstractmethod
    def holds(self, module: Module) -> bool | None:
        """Whether it holds in `module`; None where the text does not tell."""

    def lines(self, module: Module) -> list[int]:
        """The lines at which one sees that it does not hold, or would mend it; empty where there is no such line."""
        return []

    @property
    @abstractmethod
    def says(self) -> str:
        """What is so when it holds, as a clause: "`ray.train.report` is called in the training loop"."""

    @property
    @abstractmethod
    def denies(self) -> str:
        """What is so when it does not."""

    def sentence(self, answer: bool | None) -> str:
        """The answer for a person."""
        if answer is None:
            return (
                f"The file does not tell whether {self.says}. Write it out, or mend the file where it does not parse."
            )
        return f"In the file, {self.says if answer else self.denies}."


@cache
def kinds() -> dict[str, type[Claim]]:
    """Every kind by name, found by listing `claims/`."""
    found: dict[str, type[Claim]] = {}
    for entry in pkgutil.iter_modules(claims_folder.__path__):
        module = importlib.import_module(f"{claims_folder.__name__}.{entry.name}")
        (found[entry.name],) = (
            member
            for member in vars(module).values()
            if isinstance(member, type) and issubclass(member, Claim) and member.__module__ == module.__name__
        )
    return found


def read_claim(values: Mapping[str, object]) -> Claim:
    """The claim that plain values describe: `{"kind": "calls", "name": "ray.train.report"}`. Raises BadClaim."""
    given = dict(values)
    name = given.pop("kind", None)
    kind = kinds().get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadClaim(f"the claim's kind {name!r}; expected one of {', '.join(kinds())}")
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}
    for key, value in given.items():
        if key not in known:
            raise BadClaim(f"{key!r} in a claim of the kind {name}; expected {', '.join(known)}")
        if not _fits(value, hints[key]):
            raise BadClaim(f"{key} = {value!r} in a claim of the kind {name}; expected {_named(hints[key])}")
    missing = [key for key, field in known.items() if field.default is MISSING and key not in given]
    if missing:
        raise BadClaim(f"a claim of the kind {name} without {missing[0]!r}; expected {', '.join(known)}")
    return kind(**given)


def _fits(value: object, hint: type) -> bool:
    """As `isinstance`, but a flag is no number."""
    kinds_of_hint = getattr(hint, "__args__", (hint,))
    return isinstance(value, hint) and (not isinstance(value, bool) or bool in kinds_of_hint)


def _named(hint: type) -> str:
    parts = [part.__name__ for part in getattr(hint, "__args__", (hint,)) if part is not type(None)]
    return " or ".join(parts)


def answers(source: str, claims: Mapping[str, Claim]) -> dict[str, bool | None]:
    """Whether each claim holds in `source`; None where the text does not tell, as when it does not parse. Total."""
    with suppress(Exception):  # a file that cannot be read is one that does not tell
        text = Source(source)
        tree = parse(text)
        if not isinstance(tree, Diagnostic):
            return answers_of(Module(text, tree), claims)
    return dict.fromkeys(claims)


def answers_of(module: Module, claims: Mapping[str, Claim]) -> dict[str, bool | None]:
    """The same of a file that has been read."""
    found: dict[str, bool | None] = dict.fromkeys(claims)
    for name, claim in claims.items():
        with suppress(Exception):  # one claim must not cost the others their answer
            found[name] = claim.holds(module)
    return found
