"""Looks for what the server was started with: in environments, command lines, descriptors and memory of processes."""

import os
import stat


def allowed_its_own(targets):
    with open("/proc/self/environ", "rb") as file:
        return b"HOME=/home/learner" in file.read()


def _processes():
    return list(filter(str.isdigit, os.listdir("/proc")))


def _secret(targets):
    """It is told in two halves: our own command line holds what we are told."""
    return "".join(targets["halves"])


def _holding(targets, name):
    found = []
    for pid in _processes():
        try:
            with open("/proc/%s/%s" % (pid, name), "rb") as file:
                content = file.read()
        except OSError:
            continue
        if pid != str(os.getpid()) and _secret(targets).encode() in content:
            found.append(pid)
    return found


def in_environments(targets):
    return _holding(targets, "environ")


def in_command_lines(targets):
    return _holding(targets, "cmdline")


def own_environment(targets):
    return sorted(os.environ)


def environment_of_process_one(targets):
    with open("/proc/1/environ", "rb") as file:
        return [entry.split(b"=")[0].decode() for entry in file.read().split(b"\0") if entry]


def command_line_of_process_one(targets):
    with open("/proc/1/cmdline", "rb") as file:
        return [part.decode() for part in file.read().split(b"\0") if part]


def own_descriptors(targets):
    """Each open descriptor and what it is; what a folder or a file is, it could read."""
    found = {}
    for number in range(1024):
        try:
            mode = os.fstat(number).st_mode
        except OSError:
            continue
        found[number] = "pipe" if stat.S_ISFIFO(mode) else os.readlink("/proc/self/fd/%d" % number)
    return found


def descriptors_of_process_one(targets):
    """Those that can be opened again from here, and are no pipe."""
    opened = []
    for number in range(1024):
        path = "/proc/1/fd/%d" % number
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            continue
        if not stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            opened.append(os.readlink(path))
        os.close(descriptor)
    return opened


def rights(targets):
    """Of the first process and of this one, which may write into the memory of the first."""
    found = []
    for pid in ("1", "self"):
        with open("/proc/%s/status" % pid) as file:
            said = dict(line.split(":", 1) for line in file)
        found.append({name: said[name].strip() for name in ("CapPrm", "CapBnd", "NoNewPrivs", "Seccomp", "Groups")})
    return found


def the_host_name(targets):
    return os.uname().nodename


def the_way_it_was_mounted(targets):
    """Where on the host its own folders lie: only names, but they should hold no secret."""
    with open("/proc/self/mountinfo") as file:
        return _secret(targets) in file.read()
