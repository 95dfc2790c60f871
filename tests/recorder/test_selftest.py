"""What makes a fork unsafe. How the random numbers are told apart is seen in real runs (`tests/ray/test_warm.py`)."""

from __future__ import annotations

import threading
from pathlib import Path

from allranks.recorder.selftest import opened_gpu, thread_count


def test_a_second_thread_is_counted() -> None:
    before = thread_count()
    go_on = threading.Event()
    thread = threading.Thread(target=go_on.wait)
    thread.start()
    try:
        assert thread_count() == before + 1
    finally:
        go_on.set()
        thread.join()


def test_a_gpu_that_cuda_has_opened_is_seen(tmp_path: Path) -> None:
    (tmp_path / "0").symlink_to("/dev/null")
    (tmp_path / "1").symlink_to("/dev/nvidiactl")
    assert not opened_gpu(str(tmp_path)), "counting the GPUs opens this, and forks do no harm to it"
    (tmp_path / "2").symlink_to("/dev/nvidia-uvm")
    assert opened_gpu(str(tmp_path))


def test_where_nothing_tells_it_is_taken_for_closed(tmp_path: Path) -> None:
    assert not opened_gpu()
    assert not opened_gpu(str(tmp_path / "nowhere"))
