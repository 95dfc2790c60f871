"""What the seccomp program answers, call by call, on both machines."""

from __future__ import annotations

import pytest

from allranks.protocol import RunnerFailed
from allranks.runners.local.seal.seccomp import DENIED, Assembler, program
from allranks.runners.local.seal.syscalls import AUDIT_ARCHITECTURE, numbers
from bpf import answer

MACHINES = list(AUDIT_ARCHITECTURE)
GETPID = {"x86_64": 39, "aarch64": 172}
OTHER_CONVENTION = {"x86_64": 0x40000003, "aarch64": 0x40000028}  # i386, ARM of 32 bits
NEW = {
    "mount": 0x00020000,
    "cgroup": 0x02000000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "net": 0x40000000,
}
"""The flags that ask `clone` for a namespace."""
THREAD = 0x3D0F00
"""The flags of the C library for a thread."""


def asked(machine: str, name: str, *arguments: int) -> str:
    return answer(program(machine), numbers(machine)[name], AUDIT_ARCHITECTURE[machine], arguments)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_denied_call_is_refused_whatever_its_arguments(machine: str) -> None:
    known = [name for name in DENIED if name in numbers(machine)]
    assert len(known) > 50
    assert {asked(machine, name, *arguments) for name in known for arguments in ((), (2**64 - 1,) * 6)} == {"EPERM"}


@pytest.mark.parametrize("machine", MACHINES)
def test_of_all_numbers_just_the_denied_ones_are_refused(machine: str) -> None:
    known, code, architecture = numbers(machine), program(machine), AUDIT_ARCHITECTURE[machine]
    refused = {number for number in range(600) if answer(code, number, architecture, (1, 0, 0)) != "allowed"}
    assert refused == {known[name] for name in (*DENIED, "clone3") if name in known}


@pytest.mark.parametrize("machine", MACHINES)
def test_threads_and_processes_are_made_and_namespaces_are_not(machine: str) -> None:
    assert asked(machine, "clone", THREAD) == "allowed"
    assert asked(machine, "clone", 17) == "allowed"
    for flags in (17, THREAD):
        assert {name: asked(machine, "clone", flags | new) for name, new in NEW.items()} == dict.fromkeys(NEW, "EPERM")


@pytest.mark.parametrize("machine", MACHINES)
def test_clone3_is_unknown_so_that_the_c_library_falls_back_to_clone(machine: str) -> None:
    assert asked(machine, "clone3", 0, 88) == "ENOSYS"


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("call", ["socket", "socketpair"])
@pytest.mark.parametrize(
    ("family", "kind", "protocol", "expected"),
    [
        (1, 1, 0, "allowed"),  # Unix
        (2, 1, 0, "allowed"),  # TCP
        (2, 1 | 0o2000000, 6, "allowed"),  # TCP, close on exec
        (10, 2, 17, "allowed"),  # UDP, version 6
        (16, 3, 0, "allowed"),  # routing netlink: which interfaces there are
        (16, 3, 9, "EPROTONOSUPPORT"),  # audit netlink
        (2, 1, 132, "EPROTONOSUPPORT"),  # SCTP
        (2, 5, 0, "EPROTONOSUPPORT"),  # a kind that loads a module
        (40, 1, 0, "EAFNOSUPPORT"),  # vsock: no namespace holds it
        (17, 3, 0, "EAFNOSUPPORT"),  # packets
        (38, 5, 0, "EAFNOSUPPORT"),  # the kernel's ciphers
        (0, 1, 0, "EAFNOSUPPORT"),
    ],
)
def test_sockets_are_of_the_families_that_a_namespace_holds(
    machine: str, call: str, family: int, kind: int, protocol: int, expected: str
) -> None:
    assert asked(machine, call, family, kind, protocol) == expected


@pytest.mark.parametrize("machine", MACHINES)
def test_the_upper_half_of_an_argument_hides_nothing(machine: str) -> None:
    assert asked(machine, "socket", 40 | 1 << 32, 1, 0) == "EAFNOSUPPORT"
    assert asked(machine, "ioctl", 0, 0x5412 | 1 << 32) == "EPERM"
    assert asked(machine, "clone", 17 | NEW["user"] | 1 << 32) == "EPERM"
    assert asked(machine, "socket", 16, 3, 9 | 1 << 32) == "EPROTONOSUPPORT"


@pytest.mark.parametrize("machine", MACHINES)
def test_the_upper_half_of_an_argument_that_the_kernel_ignores_refuses_nothing(machine: str) -> None:
    assert asked(machine, "clone", THREAD | sum(NEW.values()) << 32) == "allowed"
    assert asked(machine, "socket", 1 | 40 << 32, 1, 0) == "allowed"


@pytest.mark.parametrize("machine", MACHINES)
def test_nothing_can_be_typed_into_the_servers_terminal(machine: str) -> None:
    assert asked(machine, "ioctl", 0, 0x5412) == "EPERM"
    assert asked(machine, "ioctl", 0, 0x541C) == "EPERM"
    assert asked(machine, "ioctl", 0, 0x5401) == "allowed"


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_of_another_convention_are_refused(machine: str) -> None:
    assert answer(program(machine), GETPID[machine], OTHER_CONVENTION[machine]) == "EPERM"


def test_calls_with_short_pointers_are_refused() -> None:
    x32 = 0x40000000
    assert answer(program("x86_64"), GETPID["x86_64"] | x32, AUDIT_ARCHITECTURE["x86_64"]) == "EPERM"
    assert answer(program("x86_64"), 0xFFFFFFFF, AUDIT_ARCHITECTURE["x86_64"]) == "EPERM"


def test_a_machine_whose_calls_are_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(RunnerFailed, match="no seccomp filter for a riscv64 machine; there is one for x86_64, aarch64"):
        program("riscv64")


def test_a_jump_that_is_too_far_is_an_error_and_no_wrong_program() -> None:
    code = Assembler()
    code.add(0x15, 1, then="far")
    for _ in range(300):
        code.add(0x20, 0)
    code.label("far")
    code.add(0x06, 0)
    with pytest.raises(ValueError, match="jumps too far"):
        code.assemble()
