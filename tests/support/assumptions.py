"""What our code takes for granted about somebody else's, as a list that can be checked one by one.

An assumption is a plain function that asserts. It is looked up by its sentence and names the files that depend on it,
so that a failure says what has to change.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Assumption:
    """One thing that must be so."""

    sentence: str
    files: tuple[str, ...]
    check: Callable[[], None]

    def broken(self) -> str | None:
        """What is not so, and which of our files depends on it; or None."""
        try:
            self.check()
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
            return f"not so any more: {self.sentence}. {' and '.join(self.files)} depends on it. {found}"
        return None


@dataclass
class Assumptions:
    """They register themselves: `@assumptions.of("cluster.py")` above a function whose docstring is the sentence."""

    known: dict[str, Assumption] = field(default_factory=dict)

    def of(self, *files: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
        """The files of `recorder` that depend on what the function below asserts."""

        def register(check: Callable[[], None]) -> Callable[[], None]:
            sentence = (check.__doc__ or "").strip().rstrip(".")
            self.known[sentence] = Assumption(sentence, files, check)
            return check

        return register


def takes(function: Callable[..., Any], names: Iterable[str]) -> None:
    """Assert that each of these can be given to `function` by its name."""
    parameters = inspect.signature(function).parameters
    missing = [name for name in names if name not in parameters]
    assert not missing, f"{function.__qualname__} does not take {', '.join(missing)} but {', '.join(parameters)}"


def begins_with(function: Callable[..., Any], names: list[str]) -> None:
    """Assert that the first parameters of `function` are these, in this order."""
    parameters = list(inspect.signature(function).parameters)
    assert parameters[: len(names)] == names, f"{function.__qualname__} takes {', '.join(parameters)}"


def has(thing: Any, names: Iterable[str]) -> None:
    """Assert that `thing` has these attributes, or, being a class, that its instances get them from `__init__`."""
    fields = getattr(thing, "__dataclass_fields__", None)
    made = inspect.getsource(thing.__init__) if inspect.isclass(thing) and fields is None else ""
    known = {*dir(thing), *(fields or ()), *re.findall(r"self\.(\w+)", made)}
    missing = [name for name in names if name not in known]
    assert not missing, f"{getattr(thing, '__name__', thing)} has no {', '.join(missing)}"


def same_shape(ours: Callable[..., Any], theirs: Callable[..., Any]) -> None:
    """Assert that one method overrides the other: the same parameters, and both or neither a coroutine."""
    own, other = list(inspect.signature(ours).parameters), list(inspect.signature(theirs).parameters)
    assert own == other, f"{theirs.__qualname__} takes {', '.join(other)}, ours {', '.join(own)}"
    kinds = [inspect.iscoroutinefunction(inspect.unwrap(method)) for method in (ours, theirs)]
    assert kinds[0] == kinds[1], f"{theirs.__qualname__} is {'' if kinds[1] else 'not '}a coroutine"
