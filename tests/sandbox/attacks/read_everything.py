"""Reads what a learner must not see: the server's files, other runs, the machine's accounts, devices and memory."""

import itertools
import os
import stat
import sys


def _read(path):
    with open(path, "rb") as file:
        return len(file.read(65536))


def allowed_its_own_files(targets):
    with open("/home/learner/own", "w") as file:
        file.write("x")
    return _read("/home/learner/own") == 1 and _read("/etc/passwd") > 10


def the_servers_database(targets):
    return _read(targets["database"])


def the_servers_private_file(targets):
    return _read(targets["private"])


def the_servers_folder(targets):
    return os.listdir(targets["folder"])


def another_runs_folder(targets):
    return os.listdir(targets["neighbour"])


def through_other_roots(targets):
    """By every process that it sees, and by every descriptor of theirs."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        for way in ["root", "cwd"] + ["fd/%d" % number for number in range(64)]:
            try:
                _read("/proc/%s/%s%s" % (name, way, targets["database"]))
            except OSError:
                continue
            found.append((name, way))
    return found


def the_secret_in_any_file(targets):
    """In every file that can be opened outside the system's own folders and Python's."""
    found = []
    installed = (sys.prefix, sys.base_prefix)
    for top in ("/home", "/root", "/tmp", "/dev/shm", "/ev", "/etc", "/var", "/run", "/srv", "/opt", "/mnt"):
        for folder, folders, names in os.walk(top):
            if folder in installed:
                folders.clear()
                continue
            for name in names:
                path = os.path.join(folder, name)
                try:
                    if not stat.S_ISREG(os.stat(path).st_mode) or os.stat(path).st_size > 2**20:
                        continue
                    with open(path, "rb") as file:
                        if targets["secret"].encode() in file.read():
                            found.append(path)
                except OSError:
                    continue
    return found


def usual_secrets(targets):
    wanted = ["/etc/shadow", "/root/.ssh", "/root/.bash_history", "/home/learner/../../root/.netrc", "/var/log", "/sys"]
    wanted += [
        "/proc/kcore",
        "/proc/kmem",
        "/dev/mem",
        "/dev/kmsg",
        "/dev/vda",
        "/dev/sda",
        "/boot",
        "/var/lib",
        "/run",
    ]
    readable = []
    for path in wanted:
        try:
            os.listdir(path) if os.path.isdir(path) else _read(path)
        except OSError:
            continue
        readable.append(path)
    return readable


def accounts(targets):
    with open("/etc/passwd") as file:
        return [line.split(":")[0] for line in file]


def the_kernels_addresses(targets):
    with open("/proc/kallsyms") as file:
        return sorted({line.split()[0].strip("0") for line in itertools.islice(file, 1000)})


def where_the_tests_and_solutions_lie(targets):
    return [path for path in targets["sources"] if os.path.exists(path)]


def other_processes(targets):
    """Every process in sight, but those of this sandbox."""
    names = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with open("/proc/%s/comm" % pid) as file:
            names.append(file.read().strip())
    return sorted(set(names) - {"bwrap"})
