"""What the host asks of this rank's reports: to be late, or to fail. Nothing else can be asked of it.

The words come on a connection of its own; a thread reads them, and the learner's own thread obeys when it next calls
`train.report`, before anything of the report has begun.
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable
from typing import Any

from ..channel import connect
from ..rank import Rank


class InjectedFault(Exception):
    """Raised by the playground on request; an error of the program's own looks just the same to Ray Train."""


class Orders:
    """The orders of one rank."""

    def __init__(self, rank: int) -> None:
        self._rank = rank
        self._seconds = 0.0
        self._raise = False
        self._came = threading.Event()

    def listen(self, connection: socket.socket) -> None:
        """Take orders until the host goes away."""
        with (
            contextlib.suppress(OSError, ValueError, KeyError, TypeError),
            connection,
            connection.makefile("rb") as lines,
        ):
            for line in lines:
                self._take(json.loads(line))

    def before(self, report: Callable[..., None]) -> Callable[..., None]:
        """`report`, with the orders obeyed first."""

        def obedient(*arguments: Any, **keywords: Any) -> None:
            self.obey()
            report(*arguments, **keywords)

        return obedient

    def obey(self) -> None:
        """Wait as long as was asked for, and raise if that was. An order that comes meanwhile ends the wait."""
        if self._seconds:
            self._came.clear()
            self._came.wait(self._seconds)
        if self._raise:
            self._raise = False
            raise InjectedFault(f"the playground raised this in rank {self._rank} on request")

    def _take(self, order: dict[str, Any]) -> None:
        if order["action"] == "slow":
            self._seconds = float(order["seconds"])
        elif order["action"] == "raise":
            self._raise = True
        self._came.set()


def observe(rank: Rank) -> None:
    """Begin to listen."""
    from ray.train.v2._internal.execution.context import get_train_context

    connection = connect({"channel": "orders", "attempt": rank.attempt, "rank": rank.rank})
    if connection is None:
        return
    orders = Orders(rank.rank)
    context: Any = get_train_context()
    context.report = orders.before(context.report)
    threading.Thread(target=orders.listen, args=(connection,), name="allranks-orders", daemon=True).start()
