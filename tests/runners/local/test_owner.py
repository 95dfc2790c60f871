"""Telling what a dead server left from what a living one uses."""

import os
import subprocess
import sys

from allranks.runners.local.owner import owned, owner_lives, started


def test_what_this_process_made_has_an_owner() -> None:
    assert owner_lives(f"ar-{owned()}-x1y2", "ar-")


def test_what_an_ended_process_made_has_none() -> None:
    program = "import os; print(os.getpid(), open('/proc/self/stat').read().rpartition(')')[2].split()[19])"
    output = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True).stdout
    pid, ticks = output.split()
    assert not owner_lives(f"ar-{pid}-{ticks}-x1y2", "ar-")


def test_another_process_with_the_same_id_is_not_the_owner() -> None:
    assert not owner_lives(f"ar-{os.getpid()}-1-x1y2", "ar-")


def test_without_a_time_a_used_id_counts_as_the_owners() -> None:
    assert owner_lives(f"ar-{os.getpid()}--x1y2", "ar-")


def test_a_name_of_somebody_elses_has_no_owner_of_ours() -> None:
    assert not owner_lives("ar-canary-x1y2", "ar-")


def test_a_process_that_is_gone_was_never_started() -> None:
    assert started(2**22 + 1) == ""
