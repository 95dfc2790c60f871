"""Starts processes until it is refused, and holds them all."""

import os
import signal


def allowed_a_few_children(targets):
    for _ in range(10):
        pid = os.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
    return True


def children(targets):
    pids = []
    try:
        while len(pids) < 5000:
            pid = os.fork()
            if pid == 0:
                signal.pause()
            pids.append(pid)
        return len(pids)
    except BlockingIOError:
        return {"refused_after": len(pids)}
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def escape_the_count(targets):
    with open("/proc/self/cgroup") as file:
        groups = sorted({line.strip().rpartition(":")[2] for line in file})
    writable = []
    for folder, _, files in os.walk("/sys/fs/cgroup"):
        writable += [folder for name in files if os.access(os.path.join(folder, name), os.W_OK)]
    return {"writable": writable, "named": any("allranks" in group for group in groups)}
