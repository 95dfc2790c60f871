"""No process outside can be signalled, traced or limited, and how a program died is told."""

import signal

import pytest

from attacks import attack, end_attack, start_attack
from canary import Canary

pytestmark = pytest.mark.sandbox


def test_the_server_cannot_be_killed(canary: Canary) -> None:
    seen = attack("signal_others", canary.targets)
    assert seen["kill_the_server"] == "ESRCH"
    assert seen["kill_the_servers_group"] == "ESRCH"
    assert seen["hold_the_server"] in ("ESRCH", "EINVAL")
    assert seen["every_process_id_but_its_own"] == []


def test_the_servers_limits_cannot_be_changed(canary: Canary) -> None:
    assert attack("signal_others", canary.targets, only=["limits_of_the_server"])["limits_of_the_server"] == "ESRCH"


def test_a_run_cannot_raise_its_own_limits(canary: Canary) -> None:
    assert attack("signal_others", canary.targets, only=["raise_its_own_limits"])["raise_its_own_limits"] == []


def test_killing_all_ends_only_its_own_processes(canary: Canary) -> None:
    seen = attack("signal_others", canary.targets, only=["kill_all", "kill_the_first_process"])
    assert seen["kill_all"] == [-9, -9, -9]
    assert seen["kill_the_first_process"] == "S", "it sleeps on as if nothing had been sent"


def test_processes_cannot_be_traced(canary: Canary) -> None:
    seen = attack("signal_others", canary.targets, only=["trace_the_first_process"])
    assert seen["trace_the_first_process"] == "EPERM"


def test_a_crash_of_native_code_is_told_by_its_signal() -> None:
    seen = end_attack(start_attack("crash"))
    assert seen["allowed_to_begin"]
    assert seen.result.signal == signal.SIGSEGV
