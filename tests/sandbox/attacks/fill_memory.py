"""Writes to more memory than it may have, in one process or in many, from Python or by endless recursion."""

import os
import signal
import sys
import time

MEBIBYTE = 2**20


def _allocate(mebibytes):
    held = []
    for _ in range(mebibytes):
        held.append(bytearray(os.urandom(4096) * 256))
    return held


def _be_killed_first():
    """So that the one that counts survives."""
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")


def _child(action):
    """The wait status of a child that does it."""
    pid = os.fork()
    if pid == 0:
        try:
            _be_killed_first()
            action()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1]


def allowed_a_little(targets):
    return _child(lambda: _allocate(32)) == 0


def one_process(targets):
    return os.waitstatus_to_exitcode(_child(lambda: _allocate(1024)))


def _settle(told, alive):
    """Wait until each of `alive` has told or ended; who ended is taken out. Returns how many did."""
    full, killed = b"", 0
    while not alive <= set(map(int, full.split())):
        try:
            full += os.read(told, 4096)
        except BlockingIOError:
            time.sleep(0.01)
        ended, _ = os.waitpid(-1, os.WNOHANG)
        if ended:
            alive.remove(ended)
            killed += 1
    return killed


def many_processes(targets):
    """MiB that eight processes hold at the same time. Each alone would be far below the limit."""
    told, tell = os.pipe()
    os.set_blocking(told, False)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    alive = set()
    for _ in range(8):
        pid = os.fork()
        if pid == 0:
            _be_killed_first()
            held = _allocate(64)
            os.write(tell, b"%d " % os.getpid())
            signal.sigwait({signal.SIGUSR1})
            os.write(tell, b"%d " % os.getpid())
            signal.pause()
            os._exit(len(held))
        alive.add(pid)
    killed = _settle(told, alive)
    # One that was killed after it told may not have ended yet. Who answers now, when nobody takes more, holds its part.
    for pid in alive:
        os.kill(pid, signal.SIGUSR1)
    killed += _settle(told, alive)
    for pid in alive:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return {"held": 64 * len(alive), "killed": killed}


def endless_recursion(targets):
    def recurse():
        sys.setrecursionlimit(10**9)

        def again(held):
            return again([held] * 1000)

        again(None)

    return os.waitstatus_to_exitcode(_child(recurse))


def a_file_in_memory(targets):
    def write():
        for _ in range(32):
            file = os.memfd_create("x")
            for _ in range(32):
                os.write(file, bytes(MEBIBYTE))

    return os.waitstatus_to_exitcode(_child(write))
