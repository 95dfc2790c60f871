"""First come, first served: who runs now and who waits."""

from __future__ import annotations

import asyncio

from ..protocol import BadInput


class QueueFull(BadInput):
    """Too many runs wait already."""

    code = "queue_full"


class Place:
    """One run's place in the queue. `ahead` runs must end before it begins; at 0 it holds a permit."""

    def __init__(self, ahead: int) -> None:
        self.ahead = ahead
        self.changed = asyncio.Event()
        """Set when `ahead` went down; whoever waits for it clears it."""


class Queue:
    """Hands out `at_once` permits in the order in which runs came; at most `waiting` runs wait for one."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._waiting = waiting
        self._places: list[Place] = []

    @property
    def running(self) -> int:
        """How many hold a permit."""
        return min(len(self._places), self._at_once)

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return len(self._places) - self.running

    def join(self) -> Place:
        """Take the last place, or raise `QueueFull`."""
        if len(self._places) >= self._at_once + self._waiting:
            raise QueueFull(
                f"a run, with {self.waiting} waiting already",
                f"at most {self._waiting} to wait",
                "try again in a minute",
            )
        place = Place(self._ahead(len(self._places)))
        self._places.append(place)
        return place

    def leave(self, place: Place) -> None:
        """Give back a permit or a place; everyone behind it moves up."""
        self._places.remove(place)
        for index, other in enumerate(self._places):
            if other.ahead != self._ahead(index):
                other.ahead = self._ahead(index)
                other.changed.set()

    def _ahead(self, index: int) -> int:
        return max(0, index - self._at_once + 1)
