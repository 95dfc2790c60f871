"""Memory of a run is bounded, whoever holds it for the run: its processes, its files, the kernel."""

import errno

import pytest

from attacks import Attack, attack, end_attack, start_attack
from mini_sandbox import MEBIBYTE, SMALL

pytestmark = pytest.mark.sandbox

KILLED = -9
LIMIT = SMALL.memory_bytes // MEBIBYTE
FOLDERS = ["/home/learner", "/tmp", "/dev/shm"]
TARGETS = {"folders": FOLDERS, "file_bytes": SMALL.file_bytes}


def held(seen: Attack, attempt: str) -> int:
    """MiB that an attempt could hold. What lies in the kernel dies with no process, so the attempt itself may have been
    killed: then it held no more than the limit."""
    if seen.result.signal == 9 and seen.result.counters.out_of_memory:
        return LIMIT
    assert seen.finished, seen.result
    mebibytes: int = seen[attempt]
    return mebibytes


@pytest.mark.limits
def test_memory_is_limited() -> None:
    seen = attack("fill_memory", only=["one_process"])
    assert seen["one_process"] == KILLED
    counters = seen.result.counters
    assert counters.out_of_memory
    assert counters.memory_peak_bytes is not None
    assert counters.memory_peak_bytes <= SMALL.memory_bytes


@pytest.mark.limits
def test_memory_over_many_processes_is_limited() -> None:
    seen = attack("fill_memory", only=["many_processes"])
    assert seen["many_processes"]["killed"]
    assert 0 < seen["many_processes"]["held"] < LIMIT


@pytest.mark.limits
def test_endless_recursion_is_limited() -> None:
    assert attack("fill_memory", only=["endless_recursion"])["endless_recursion"] == KILLED


@pytest.mark.limits
def test_memory_that_no_process_maps_is_limited() -> None:
    assert attack("fill_memory", only=["a_file_in_memory"])["a_file_in_memory"] == KILLED


@pytest.mark.limits
@pytest.mark.parametrize("holder", ["pipes", "unix_sockets", "tcp_sockets", "udp_sockets", "shared_memory"])
def test_memory_that_the_kernel_holds_is_limited(holder: str) -> None:
    """Each tries for far more than the limit, over four processes."""
    seen = end_attack(start_attack("fill_the_kernels_memory", only=[holder]))
    assert held(seen, holder) <= LIMIT


def test_message_queues_cannot_be_made() -> None:
    seen = attack("fill_the_kernels_memory", only=["message_queues"])
    assert seen["message_queues"] in ("EMFILE", "ENOSYS")


def test_disk_space_is_limited() -> None:
    seen = attack("fill_the_disk", TARGETS, only=["bytes_in_each"])
    limits = dict(zip(FOLDERS, (SMALL.home_bytes, SMALL.temporary_bytes, SMALL.shm_bytes), strict=True))
    for folder, limit in limits.items():
        written, error = seen["bytes_in_each"][folder]
        assert limit // MEBIBYTE - 6 <= written <= limit // MEBIBYTE
        assert error == errno.ENOSPC


def test_the_size_of_a_file_is_limited() -> None:
    assert attack("fill_the_disk", TARGETS, only=["one_large_file"])["one_large_file"] == "EFBIG"


@pytest.mark.limits
def test_the_number_of_files_is_limited() -> None:
    """A file without a byte still takes memory of the kernel, and the limit counts it."""
    seen = end_attack(start_attack("fill_the_disk", TARGETS, only=["names"]))
    assert seen["allowed_a_small_file"]
    assert not seen.finished or seen["names"] == KILLED
    assert seen.result.counters.out_of_memory
