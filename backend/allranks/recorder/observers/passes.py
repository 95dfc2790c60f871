"""When a rank is in its model's forward pass, and when in backward: DDP's forward and torch.autograd.backward, which
every `loss.backward()` calls. The outermost of nested ones counts. A model that is not wrapped is not seen: it would
have to be changed for that."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .. import activity
from ..rank import Rank


def observe(rank: Rank) -> None:
    """See each pass from now on."""
    import torch
    from torch.nn.parallel import DistributedDataParallel

    for owner, name, called in (
        (DistributedDataParallel, "forward", "forward"),
        (torch.autograd, "backward", "backward"),
    ):
        see(owner, name, called, torch.compiler.is_compiling)


def see(owner: Any, name: str, called: str, is_compiling: Callable[[], bool]) -> None:
    """Let `owner`'s function count as the activity `called`. While torch traces it, it is the original."""
    real: Callable[..., Any] = getattr(owner, name)
    main = activity.main

    @functools.wraps(real)
    def seen(*arguments: Any, **keywords: Any) -> Any:
        if is_compiling():
            return real(*arguments, **keywords)
        before = main.enter_unless(called)
        try:
            return real(*arguments, **keywords)
        finally:
            main.leave(before)

    setattr(owner, name, seen)
