"""Ask every stall, the most specific first: why does nothing go on?"""

from __future__ import annotations

import importlib
import inspect
import logging
import pkgutil
from dataclasses import replace
from functools import cache

from . import stalls as stalls_folder
from .imports import with_imports
from .stall import Explanation, Stall
from .standing import Standing

logger = logging.getLogger(__name__)


def explain(standing: Standing) -> Explanation | None:
    """Why some rank makes no progress; None when it seems to be at work, or nothing can be said with reason."""
    for stall in stalls():
        try:
            explanation = stall.explain(standing)
        except Exception:  # a mistake in one must not cost the learner the others
            logger.exception("the stall %s failed", stall.id)
            continue
        if explanation is not None:
            return replace(explanation, diagnosis=with_imports(explanation.diagnosis, standing.program))
    return None


@cache
def stalls() -> tuple[Stall, ...]:
    """One instance of every stall in the folder, in the order in which they are asked."""
    found: list[Stall] = []
    for module_info in pkgutil.iter_modules(stalls_folder.__path__):
        module = importlib.import_module(f"{stalls_folder.__name__}.{module_info.name}")
        found += [
            member()
            for member in vars(module).values()
            if inspect.isclass(member) and issubclass(member, Stall) and member.__module__ == module.__name__
        ]
    return tuple(sorted(found, key=lambda stall: (stall.order, stall.id)))
