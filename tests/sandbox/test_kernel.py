"""What of the kernel is not held by a namespace cannot be asked for."""

import platform

import pytest

from allranks.runners.local.seal import syscalls
from attacks import attack
from canary import Canary

pytestmark = pytest.mark.sandbox

ALWAYS_REFUSED = {
    *("bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register"),
    *("keyctl", "add_key", "request_key", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp"),
    *("mount", "umount2", "pivot_root", "setns", "unshare", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount"),
    *("fspick", "mount_setattr", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module"),
    *("reboot", "swapon", "swapoff", "acct", "quotactl", "open_by_handle_at", "name_to_handle_at", "syslog"),
    *("settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "personality"),
    *("mbind", "migrate_pages", "move_pages", "set_mempolicy", "fanotify_init", "memfd_secret", "vhangup"),
}
"""Said once more than in the filter, so that no call falls out of it unseen."""


def test_dangerous_calls_of_the_kernel_are_refused() -> None:
    numbers = syscalls.numbers(platform.machine())
    calls = {name: number for name, number in numbers.items() if name in ALWAYS_REFUSED}
    assert calls.keys() == ALWAYS_REFUSED
    seen = attack("ask_the_kernel", {"calls": calls}, only=["denied_calls"])
    assert seen["denied_calls"] == dict.fromkeys(calls, "EPERM")


def test_no_namespace_can_be_made() -> None:
    seen = attack("ask_the_kernel", only=["namespaces_by_unshare", "namespaces_by_clone", "namespaces_by_clone3"])
    assert set(seen["namespaces_by_unshare"].values()) == {"EPERM"}
    assert set(seen["namespaces_by_clone"].values()) == {"EPERM"}
    assert seen["namespaces_by_clone3"] == "ENOSYS"


def test_namespaces_of_the_server_cannot_be_entered(canary: Canary) -> None:
    assert attack("ask_the_kernel", canary.targets, only=["the_servers_namespaces"])["the_servers_namespaces"] == []


def test_nothing_can_be_typed_into_a_terminal() -> None:
    seen = attack("ask_the_kernel", only=["typing_into_a_terminal", "terminal_of_the_server"])
    assert set(seen["typing_into_a_terminal"].values()) == {"EPERM"}
    assert seen["terminal_of_the_server"] == "ENXIO"


def test_other_calling_conventions_are_refused() -> None:
    seen = attack("ask_the_kernel", only=["calls_of_32_bits", "calls_of_the_x32_convention"])
    assert seen["calls_of_32_bits"] in ("EPERM", "killed")
    assert set(seen["calls_of_the_x32_convention"]) <= {"EPERM", "ENOSYS"}


def test_a_run_cannot_become_root() -> None:
    seen = attack("ask_the_kernel", only=["become_root", "programs_of_root"])
    assert set(seen["become_root"]) <= {"EPERM", "EINVAL"}, "no such user, or no right"
    assert seen["programs_of_root"] == []
