"""The queue that being told to stop wakes."""

from __future__ import annotations

import queue
import threading

import pytest

from allranks.recorder.cleaner import WakingQueue


def test_it_is_a_queue() -> None:
    waking = WakingQueue(threading.Event())
    waking.put("first")
    waking.put("second")
    assert [waking.get(timeout=5), waking.get_nowait()] == ["first", "second"]
    with pytest.raises(queue.Empty):
        waking.get_nowait()
    with pytest.raises(queue.Empty):
        waking.get(timeout=0.001)


def test_who_waits_is_woken_when_it_is_told_to_stop() -> None:
    stopped = threading.Event()
    waking = WakingQueue(stopped)
    woken: list[bool] = []

    def wait() -> None:
        try:
            waking.get(timeout=60)
        except queue.Empty:
            woken.append(True)

    waiting = threading.Thread(target=wait)
    waiting.start()
    stopped.set()
    waking.wake()
    waiting.join(5)
    assert woken == [True]


def test_what_is_there_is_given_before_the_end_is_told() -> None:
    stopped = threading.Event()
    waking = WakingQueue(stopped)
    waking.put("last")
    stopped.set()
    assert waking.get(timeout=5) == "last"
    with pytest.raises(queue.Empty):
        waking.get(timeout=60)
