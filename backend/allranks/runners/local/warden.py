"""The parent of everything a run starts; it outlives the program and leaves nothing behind.

    python -I -S warden.py STATUS_FD LIMITS_JSON -- COMMAND...

A subreaper: a process that detaches itself (`setsid`, double fork) still becomes a child of this one, so the tree below
it *is* the run. When the command ends, when SIGTERM comes or when the server dies, every process of that tree is killed
and reaped, and one JSON line on STATUS_FD says how the command ended: {"exit_code": int | null, "signal": int | null,
"killed": int} with the number of processes that had to be killed. Standard library only: it starts in 20 ms.

Linux only; elsewhere the process group is all that holds.
"""

import ctypes
import json
import os
import resource
import signal
import sys
import time
from typing import NoReturn

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
KILL_SECONDS = 10.0


def main(arguments: list[str]) -> int:
    """Run the command to its end and clean up. Returns this process's own exit status, 0."""
    status_fd, limits, command = int(arguments[0]), json.loads(arguments[1]), arguments[3:]
    adopt()
    os.setsid()
    stopped: list[int] = []
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda got, _frame: stopped.append(got))
    child = os.fork()
    if child == 0:
        os.close(status_fd)
        start(command, limits)
    ended = wait_for(child, stopped)
    killed = end_all()
    line = {"exit_code": None, "signal": None, "killed": killed, "stopped": bool(stopped)}
    if ended is not None and os.WIFEXITED(ended):
        line["exit_code"] = os.WEXITSTATUS(ended)
    elif ended is not None:
        line["signal"] = os.WTERMSIG(ended)
    os.write(status_fd, json.dumps(line).encode() + b"\n")
    return 0


def adopt() -> None:
    """Become the parent of every orphan below, and be told when the server dies."""
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() == 1:  # the server died before the line above
        os._exit(1)


def start(command: list[str], limits: dict[str, int]) -> NoReturn:
    """In the child: apply the limits and become the command, which ends with the warden."""
    try:
        if sys.platform.startswith("linux"):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for name, value in limits.items():
            which = getattr(resource, name)
            hard = resource.getrlimit(which)[1]
            bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(which, (bound, bound))
        os.execvpe(command[0], command, os.environ)
    except BaseException as error:
        sys.stderr.write("could not start %s: %s\n" % (command[0], error))
        sys.stderr.flush()
    os._exit(127)


def wait_for(child: int, stopped: list[int]) -> int | None:
    """Wait for the command, or for a signal. Returns its wait status, or None when a signal came first."""
    while not stopped:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return None
            if pid == child:
                return status
            if pid == 0:
                break
        time.sleep(0.01)
    return None


def end_all() -> int:
    """Kill everything below this process until nothing is left. Returns how many processes were killed."""
    killed: set[int] = set()
    deadline = time.monotonic() + KILL_SECONDS
    while time.monotonic() < deadline:
        below = descendants()
        for pid in below:
            try:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return len(killed)
        time.sleep(0.005)
    return len(killed)


def descendants() -> list[int]:
    """Every process id below this one, read from /proc; zombies among them are harmless."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as file:
                    # The command name may hold anything, parentheses and spaces included.
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            children.setdefault(int(fields[1]), []).append(int(name))
    found: list[int] = []
    stack = [os.getpid()]
    while stack:
        below = children.get(stack.pop(), [])
        found += below
        stack += below
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
