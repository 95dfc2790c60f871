"""Source in, findings out. Total: whatever comes, nothing is raised."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache

from . import rules as rules_folder
from .cluster import Cluster
from .diagnostic import Diagnostic
from .flakes import pyflakes_findings
from .module import Module
from .rule import Rule
from .source import Source
from .syntax import not_checked, parse


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
    text = Source(source)
    try:
        tree = parse(text)
        if isinstance(tree, Diagnostic):
            return [tree]
        found = pyflakes_findings(text, tree, file_name)
        module = Module(text, tree, cluster)
    except Exception as error:  # includes RecursionError; a linter that dies takes the editor's squiggles with it
        return [_gave_up(text, "trainlint", error)]
    chosen = rules() if using is None else using
    for rule in chosen if module.imports_ray else ():
        try:
            found += rule.check(module)
        except Exception as error:  # one broken rule must not silence the others
            found.append(_gave_up(text, f"The rule {rule.code}", error))
    # Two trainers that share a loop or a configuration bring the same finding twice.
    return sorted(dict.fromkeys(found), key=lambda diagnostic: diagnostic.sort_key)


def _gave_up(text: Source, who: str, error: Exception) -> Diagnostic:
    message = f"{who} failed on this file ({type(error).__name__}), which is no fault of the file."
    return not_checked(text, 1, message, "Report it, with the file.")
