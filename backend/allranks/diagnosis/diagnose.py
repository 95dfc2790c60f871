"""Ask every cause, the most specific first, and say nothing twice."""

from __future__ import annotations

import importlib
import inspect
import logging
import pkgutil
from collections.abc import Sequence
from functools import cache

from allranks.protocol import Diagnosis, Record

from . import causes as causes_folder
from .cause import Cause, Finding
from .imports import with_imports
from .observed import Observed, observe

logger = logging.getLogger(__name__)

NOBODYS = {"server_stopped", "runner_failed"}
"""Ends that are nobody's mistake in the program: `RunFinished.sentence` says all there is."""


def diagnose(records: Sequence[Record]) -> list[Diagnosis]:
    """Say why the run of `records` ended as it did; an empty list when nothing went wrong or nothing is known. A run
    that completed may get advice.

    `records` are one run's, in the order of `seq`, its `RunFinished` included.
    """
    observed = observe(records)
    end = "" if observed.finished is None else observed.finished[1].end
    if end in NOBODYS:
        return []
    explained: set[int] = set()
    diagnoses: list[Diagnosis] = []
    for cause in causes():
        for finding in _found(cause, observed) if end != "cancelled" or cause.of_cancelled else ():
            if finding.explains and finding.explains <= explained:
                continue
            explained |= finding.explains
            diagnoses.append(finding.diagnosis)
    return [with_imports(diagnosis, observed.program) for diagnosis in diagnoses]


def _found(cause: Cause, observed: Observed) -> list[Finding]:
    try:
        return cause.find(observed)
    except Exception:  # a mistake in one cause must not cost the learner the others
        logger.exception("the cause %s failed", cause.id)
        return []


@cache
def causes() -> tuple[Cause, ...]:
    """One instance of every cause in the folder, in the order in which they are asked."""
    found: list[Cause] = []
    for module_info in pkgutil.iter_modules(causes_folder.__path__):
        module = importlib.import_module(f"{causes_folder.__name__}.{module_info.name}")
        found += [
            member()
            for member in vars(module).values()
            if inspect.isclass(member) and issubclass(member, Cause) and member.__module__ == module.__name__
        ]
    return tuple(sorted(found, key=lambda cause: (cause.order, cause.id)))
