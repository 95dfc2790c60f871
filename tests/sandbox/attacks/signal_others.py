"""Kills, traces and slows processes: the server by its real id, the sandbox's first one, every one that it may."""

import ctypes
import os
import resource
import signal

libc = ctypes.CDLL(None, use_errno=True)


def allowed_its_own_child(targets):
    pid = os.fork()
    if pid == 0:
        signal.pause()
    os.kill(pid, signal.SIGTERM)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGTERM


def kill_the_server(targets):
    os.kill(targets["pid"], signal.SIGKILL)
    return "sent"


def kill_the_servers_group(targets):
    os.killpg(targets["pid"], signal.SIGKILL)
    return "sent"


def hold_the_server(targets):
    os.close(os.pidfd_open(targets["pid"]))
    return "held"


def every_process_id_but_its_own(targets):
    own = {os.getpid(), 1}
    reached = []
    for pid in range(2, 65536):
        if pid not in own:
            try:
                os.kill(pid, 0)
            except OSError:
                continue
            reached.append(pid)
    return reached


def limits_of_the_server(targets):
    resource.prlimit(targets["pid"], resource.RLIMIT_NOFILE, (1, 1))
    return "changed"


def raise_its_own_limits(targets):
    raised = []
    for name in ("RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CORE", "RLIMIT_MEMLOCK", "RLIMIT_MSGQUEUE"):
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        try:
            resource.setrlimit(which, (hard + 1, hard + 1))
        except (OSError, ValueError):
            continue
        raised.append(name)
    return raised


def trace_the_first_process(targets):
    if libc.ptrace(16, 1, None, None) == 0:
        return "attached"
    raise OSError(ctypes.get_errno(), "ptrace")


def kill_the_first_process(targets):
    """It takes only signals that it has a handler for, and it has none."""
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV):
        os.kill(1, number)
    with open("/proc/1/stat") as file:
        return file.read().split()[2]


def kill_all(targets):
    pids = []
    for _ in range(3):
        pid = os.fork()
        if pid == 0:
            signal.pause()
        pids.append(pid)
    os.kill(-1, signal.SIGKILL)
    return sorted(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids)
