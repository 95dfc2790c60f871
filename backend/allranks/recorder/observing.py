"""Calls every observer of `observers/`, and keeps what they raise away from the program."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from types import ModuleType

from . import observers
from .channel import channel
from .rank import Rank

OBSERVERS: list[ModuleType] = [
    importlib.import_module(f"{observers.__name__}.{found.name}") for found in pkgutil.iter_modules(observers.__path__)
]


def begin(rank: Rank) -> None:
    """Let each observe `rank`, which is this process."""
    for observer in OBSERVERS:
        call(observer.observe, rank)


def before_report(rank: Rank) -> None:
    """Let each say what there is to say before the report in flight."""
    for observer in OBSERVERS:
        if hasattr(observer, "before_report"):
            call(observer.before_report, rank)


def after_loop(rank: Rank) -> None:
    """Let each say what is left when the loop has returned or raised."""
    for observer in OBSERVERS:
        if hasattr(observer, "after_loop"):
            call(observer.after_loop, rank)


def call(function: Callable[[Rank], None], rank: Rank) -> None:
    """Call `function` and count what it raises."""
    try:
        function(rank)
    except Exception as error:
        where = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        channel().emit("events_dropped", count=1, reason=f"the observer {where} failed: {error!r}"[:300])
