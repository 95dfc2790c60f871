"""When a rank is in a call that needs other ranks: torch.distributed's, DDP's constructor, and Ray Train's own."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .. import activity
from ..rank import Rank

RAY = "ray.train.collective."


def observe(rank: Rank) -> None:
    """See each call from now on."""
    from ray.train.v2._internal.execution import collective_impl

    from .. import flight
    from ..collectives import calls

    calls.listen(_seen)
    flight.keep_few()
    # Ray's public functions look these up by name.
    for name in ("barrier", "broadcast_from_rank_zero"):
        setattr(collective_impl, name, see(RAY + name, getattr(collective_impl, name)))


def see(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
    """`real`, counted as a collective under `name`, or under that of the public function which says that it calls."""

    @functools.wraps(real)
    def seen(*arguments: Any, **keywords: Any) -> Any:
        before = activity.main.enter_collective(str(keywords.get("caller_method_name", name)))
        try:
            return real(*arguments, **keywords)
        finally:
            activity.main.leave_collective(before)

    return seen


def _seen(name: str, arguments: tuple[Any, ...], keywords: dict[str, Any], seconds: float) -> None:
    """What is to be known of a call, the wrapper itself has written down."""
