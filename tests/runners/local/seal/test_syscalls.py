"""The numbers of system calls, against the system's own headers."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

from allranks.runners.local.seal.syscalls import AUDIT_ARCHITECTURE, numbers

HEADERS = {
    "x86_64": ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"],
    "aarch64": ["/usr/include/asm-generic/unistd.h"],
}


@pytest.mark.parametrize("machine", list(AUDIT_ARCHITECTURE))
def test_they_are_those_of_the_kernels_headers(machine: str) -> None:
    header = next((Path(path) for path in HEADERS[machine] if Path(path).is_file()), None)
    if header is None:
        pytest.skip(f"this machine has no headers of Linux for {machine}: install linux-libc-dev")
    defined = {name: int(number) for name, number in re.findall(r"#define __NR_(\w+)\s+(\d+)", header.read_text())}
    ours = {name: number for name, number in numbers(machine).items() if name in defined}
    assert len(ours) > 50
    assert ours == {name: defined[name] for name in ours}


@pytest.mark.parametrize("machine", list(AUDIT_ARCHITECTURE))
def test_no_two_calls_share_a_number(machine: str) -> None:
    known = numbers(machine)
    assert len(set(known.values())) == len(known)


def test_a_machine_without_a_table_is_no_guess() -> None:
    with pytest.raises(KeyError, match="riscv64"):
        numbers("riscv64")


def test_the_machine_that_this_runs_on_is_known() -> None:
    assert platform.machine() in AUDIT_ARCHITECTURE or platform.system() != "Linux"
