"""Uses as much CPU time as there is, in eight processes, for two seconds."""

import os
import resource
import time


def cpu_seconds(targets):
    until = time.monotonic() + targets["seconds"]
    pids = []
    for _ in range(8):
        pid = os.fork()
        if pid == 0:
            while time.monotonic() < until:
                pass
            os._exit(0)
        pids.append(pid)
    for pid in pids:
        os.waitpid(pid, 0)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask_for_more_than_others(targets):
    refused = []
    for name, action in (
        ("nice", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5)),
        ("real time", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))),
        ("round robin", lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))),
    ):
        try:
            action()
        except PermissionError:
            refused.append(name)
    return refused


def be_killed_last(targets):
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("-1000")
    return "changed"
