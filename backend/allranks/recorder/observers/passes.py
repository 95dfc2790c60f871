"""When a rank is in its model's forward pass, in backward, or in `torch.save`: DDP's forward and
torch.autograd.backward, which every `loss.backward()` calls. The outermost of nested ones counts. A model that is not
wrapped is not seen: torch's hook for all modules makes each call of each layer slower, and one on the model alone would
be saved with it. The end of a long backward in which DDP only waits for the other ranks' gradients counts
as a collective, where DDP can tell (on a CPU)."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from .. import activity
from ..raising import raising
from ..rank import Rank
from . import steps

PASSES = ("forward", "backward")
"""In these a rank does its part of an all-reduce, or comes to it."""
LONG_SECONDS = 0.02
"""A shorter backward is not worth asking DDP about."""


def nothing() -> float:
    """A pass in which no rank waits for others."""
    return 0.0


def observe(rank: Rank) -> None:
    """See each pass from now on."""
    import torch
    from torch.nn.parallel import DistributedDataParallel

    for owner in (torch, torch.serialization):
        see(owner, "save", "serialise", torch.compiler.is_compiling)
    see(DistributedDataParallel, "forward", "forward", torch.compiler.is_compiling)
    see(torch.autograd, "backward", "backward", torch.compiler.is_compiling, steps.waited)


def see(
    owner: Any, name: str, called: str, is_compiling: Callable[[], bool], waited: Callable[[], float] = nothing
) -> None:
    """Let `owner`'s function count as the activity `called`, but for the seconds at its end that it `waited`. While
    torch traces it, it is the original."""
    real: Callable[..., Any] = getattr(owner, name)
    main, is_backward = activity.main, called == "backward"

    @functools.wraps(real)
    def seen(*arguments: Any, **keywords: Any) -> Any:
        if is_compiling():
            return real(*arguments, **keywords)
        main.backwards += is_backward
        before = main.enter_unless(called)
        try:
            return real(*arguments, **keywords)
        except Exception as error:
            if before is not None and called in PASSES:
                raising.note(called, error, sys._getframe(1))
            raise
        finally:
            long = before is not None and main.clock() - main.since >= LONG_SECONDS
            main.leave_waiting(before, waited() if long else 0.0)

    setattr(owner, name, seen)
