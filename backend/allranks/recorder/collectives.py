"""Sees each call of this process that needs other ranks: torch.distributed's functions and DDP's constructor.

One wrapper for all who want to know. It keeps the original's name and module, under which a pickled loop looks it up,
hands on what the original returns (an asynchronous one returns a handle, whose `wait` is the call that waits), and
raises nothing of its own.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed
import torch.distributed.distributed_c10d as c10d
from torch.nn.parallel import DistributedDataParallel

from . import activity
from .describing import collective_of

COUNTED = (
    *("all_gather", "all_gather_into_tensor", "all_gather_single", "all_gather_object", "all_gather_coalesced"),
    *("all_reduce", "all_reduce_coalesced", "all_to_all", "all_to_all_single", "barrier", "monitored_barrier"),
    *("broadcast", "broadcast_object_list", "gather", "gather_object", "reduce", "scatter", "scatter_object_list"),
    *("reduce_scatter", "reduce_scatter_single", "reduce_scatter_tensor"),
    *("new_group", "new_subgroups", "new_subgroups_by_enumeration", "split_group"),
)
PAIRWISE = ("send", "recv", "send_object_list", "recv_object_list")
"""Between two ranks: not counted, since the others do not make the call, and would be one behind ever after."""
SET_UP = "init_process_group"
CONSTRUCTOR = "DistributedDataParallel"
Listener = Callable[[str, tuple[Any, ...], dict[str, Any], float], None]
"""Is told the name, the arguments and the seconds of each call that returned, within another one too."""


class Calls:
    """The wrappers, there as long as somebody listens."""

    def __init__(self) -> None:
        self.listeners: list[Listener] = []
        self._real: dict[str, Any] = {}
        self._real_init: Callable[..., None] = DistributedDataParallel.__init__
        self._real_wait: Callable[..., Any] = c10d.Work.wait
        self._latest: activity.Call | None = None
        """The asynchronous call that was begun last, described, since its tensors are not ours to keep."""

    def listen(self, listener: Listener) -> None:
        """Tell `listener` of each call from now on."""
        if not self.listeners:
            self._install()
        self.listeners.append(listener)

    def unlisten(self, listener: Listener) -> None:
        """Tell it nothing more."""
        self.listeners.remove(listener)
        if not self.listeners:
            self._remove()

    def _install(self) -> None:
        for name in (*COUNTED, *PAIRWISE, SET_UP):
            real = getattr(c10d, name, None)
            if real is not None:
                self._real[name] = real
                _put(name, self._seen(name, real))
        owner: Any = DistributedDataParallel
        owner.__init__ = self._seen(CONSTRUCTOR, self._real_init)
        work: Any = c10d.Work
        work.wait = self._waiting(self._real_wait)

    def _remove(self) -> None:
        for name, real in self._real.items():
            _put(name, real)
        owner: Any = DistributedDataParallel
        owner.__init__ = self._real_init
        work: Any = c10d.Work
        work.wait = self._real_wait

    def _seen(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        counted = name not in PAIRWISE
        main = activity.main

        @functools.wraps(real)
        def call(*arguments: Any, **keywords: Any) -> Any:
            if torch.compiler.is_compiling():
                return real(*arguments, **keywords)
            began = time.perf_counter()
            setting_up = main.set_up() if name == SET_UP else None
            # A module is not kept as a collective's argument: there is nothing in it that is this rank's tensor.
            given = () if name == CONSTRUCTOR else arguments
            before = None if setting_up else main.enter_collective(name, given, keywords, counted=counted)
            try:
                result = real(*arguments, **keywords)
                if before is not None and isinstance(result, c10d.Work):
                    self._begun(main.call)
            finally:
                main.leave(setting_up)
                main.leave_collective(before)
            for listener in self.listeners:
                _quietly(listener, name, arguments, keywords, time.perf_counter() - began)
            return result

        return call

    def _begun(self, call: activity.Call | None) -> None:
        try:
            described = collective_of(call) if call else None
        except Exception:  # odd arguments; then what is waited for has no shape
            described = None
        if call is not None:
            self._latest = activity.Call(call.name, call.sequence, keywords={"described": described})

    def _waiting(self, real: Callable[..., Any]) -> Callable[..., Any]:
        main = activity.main

        @functools.wraps(real)
        def wait(work: Any, *arguments: Any, **keywords: Any) -> Any:
            if torch.compiler.is_compiling():
                return real(work, *arguments, **keywords)
            latest = self._latest
            before = main.enter_collective("wait", counted=False)
            if before is not None and latest is not None:
                main.call = latest
            try:
                return real(work, *arguments, **keywords)
            finally:
                main.leave_collective(before)

        return wait


def _put(name: str, function: Callable[..., Any]) -> None:
    setattr(c10d, name, function)
    if hasattr(torch.distributed, name):
        setattr(torch.distributed, name, function)


def _quietly(
    listener: Listener, name: str, arguments: tuple[Any, ...], keywords: dict[str, Any], seconds: float
) -> None:
    try:
        listener(name, arguments, keywords, seconds)
    except Exception:  # odd arguments are no reason for the program to fail
        return


calls = Calls()
"""This process's."""
