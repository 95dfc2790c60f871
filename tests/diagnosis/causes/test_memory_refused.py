from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("MemoryError", "Unable to allocate 8.00 GiB for an array with shape (1073741824,)", "8.00 GiB"),
        (
            "RuntimeError",
            "[enforce fail at alloc_cpu.cpp:124] err == 0. DefaultCPUAllocator: can't allocate "
            "memory: you tried to allocate 40000000000 bytes. Error code 12",
            "40000000000 bytes",
        ),
        ("OutOfMemoryError", "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has", "2.00 GiB"),
        ("OutOfMemoryError", "Task was killed due to the node running low on memory.", "protect the node"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "memory_refused"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("ValueError", "the memory of the RNN has the wrong shape"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("MemoryError", "Unable to allocate 8.00 GiB for an array")

    assert diagnosis.cause == "memory_refused"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
