"""Source in, findings out. Total: whatever comes, nothing is raised."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache

from . import rules as rules_folder
from .cluster import Cluster
from .diagnostic import Diagnostic
from .flake_sentences import FLAKE_KINDS, UNKNOWN_KIND
from .flakes import has_pyflakes, pyflakes_findings
from .ignore_checks import IgnoreWithoutReason, UnknownIgnore, UnusedIgnore
from .ignores import MARK, without_ignored
from .module import Module
from .reading import LastRead
from .rule import Check, Rule
from .source import Source
from .syntax import InvalidSyntax, NotChecked, not_checked

_OF_THE_FILE: tuple[type[Check], ...] = (InvalidSyntax, NotChecked, IgnoreWithoutReason, UnusedIgnore, UnknownIgnore)


@cache
def rules() -> tuple[Rule, ...]:
    """One of each rule in the folder `rules`, ordered by code."""
    found: list[Rule] = []
    for entry in pkgutil.iter_modules(rules_folder.__path__):
        module = importlib.import_module(f"{rules_folder.__name__}.{entry.name}")
        found += [
            member()
            for member in vars(module).values()
            if isinstance(member, type) and issubclass(member, Rule) and member.__module__ == module.__name__
        ]
    return tuple(sorted(found, key=lambda rule: rule.code))


@cache
def checks() -> tuple[type[Check], ...]:
    """Every check of ours, ordered by code: those of the file and its comments, then the rules."""
    return (*_OF_THE_FILE, *(type(rule) for rule in rules()))


@cache
def known_codes() -> frozenset[str]:
    """Every code that a finding may have, those of pyflakes included."""
    of_pyflakes = [kind.code for kind in (*FLAKE_KINDS.values(), UNKNOWN_KIND)]
    return frozenset([*(check.code for check in checks()), *of_pyflakes])


def lint(
    source: str,
    file_name: str = "program.py",
    *,
    using: Iterable[Rule] | None = None,
    cluster: Cluster | None = None,
) -> list[Diagnostic]:
    """Every finding in `source`, in the order of the file.

    A file that does not parse has exactly one finding. `file_name` matters only where a name has a meaning
    (the `__all__` of an `__init__.py` may name submodules). `using` takes other rules than all there are; `cluster` is
    what the program will run on, for the rules that compare the two.
    """
    return examine(source, file_name, using=using, cluster=cluster)[0]


def examine(
    source: str,
    file_name: str = "program.py",
    *,
    using: Iterable[Rule] | None = None,
    cluster: Cluster | None = None,
    last: LastRead | None = None,
) -> tuple[list[Diagnostic], Module | None]:
    """What `lint` gives, and the file as the rules have seen it, for who asks more of it; None if it does not parse.
    `last` remembers the text from one call to the next, which makes a text that hardly differs quick to read."""
    text = Source(source)
    try:
        module = (last or LastRead()).read(text, cluster)
        if isinstance(module, Diagnostic):
            return [module], None
        found = pyflakes_findings(module, file_name)
    except Exception as error:  # includes RecursionError; a linter that dies takes the editor's squiggles with it
        return [_gave_up(text, "trainlint", error)], None
    chosen = tuple(rules() if using is None else using)
    failed: set[str] = set()
    for rule in chosen if module.imports_ray else ():
        try:
            found += rule.check(module)
        except Exception as error:  # one broken rule must not silence the others
            failed.add(rule.code)
            found.append(_gave_up(text, f"The rule {rule.code}", error))
    # Two trainers that share a loop or a configuration bring the same finding twice.
    found = list(dict.fromkeys(found))
    if MARK in text.text:
        found = without_ignored(text, found, known_codes(), _judged(chosen, cluster) - failed)
    return sorted(found, key=lambda diagnostic: diagnostic.sort_key), module


def _judged(chosen: Iterable[Rule], cluster: Cluster | None) -> set[str]:
    """The codes that were really looked for, so that an ignore of one can be told to be unused."""
    of_rules = {rule.code for rule in chosen if not rule.needs_cluster or _is_told(cluster, rule.needs_of_cluster)}
    of_pyflakes = {kind.code for kind in FLAKE_KINDS.values()} if has_pyflakes() else set()
    return of_rules | of_pyflakes | {check.code for check in _OF_THE_FILE}


def _is_told(cluster: Cluster | None, field: str) -> bool:
    return cluster is not None and (not field or getattr(cluster, field) is not None)


def _gave_up(text: Source, who: str, error: Exception) -> Diagnostic:
    message = f"{who} failed on this file ({type(error).__name__}), which is no fault of the file."
    return not_checked(text, 1, message, "Report it, with the file.")
