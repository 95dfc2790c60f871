"""The way back in: a word from the host to a rank that listens. Each rank opens a connection of its own for it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

RANKS = 256
WAITING_BYTES = 4096
"""What a rank that does not read may leave lying. An order has about 40."""


class Orders:
    """The newest listening connection of each rank. Nothing here waits; all of them may be forged by the program."""

    def __init__(self) -> None:
        self._listening: dict[int, tuple[int, asyncio.StreamWriter]] = {}

    async def keep(self, header: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send to this connection until it ends or says a word, or a newer one of its rank comes. Raises ValueError
        when its header does not say whose it is."""
        attempt, rank = header.get("attempt"), header.get("rank")
        if type(attempt) is not int or type(rank) is not int or not 0 <= rank < RANKS:
            raise ValueError("whose orders?")
        if rank in self._listening:
            self._listening.pop(rank)[1].close()
        self._listening[rank] = (attempt, writer)
        try:
            await reader.read(1)
        finally:
            if self._listening.get(rank) == (attempt, writer):
                del self._listening[rank]

    def send(self, attempt: int, rank: int, order: dict[str, Any]) -> bool:
        """Give an order. False when this rank of this attempt does not listen."""
        listening, writer = self._listening.get(rank, (0, None))
        if writer is None or listening != attempt or writer.transport.is_closing():
            return False
        if writer.transport.get_write_buffer_size() > WAITING_BYTES:
            return False
        writer.write(json.dumps(order).encode() + b"\n")
        return True
