"""The last step before bubblewrap: from the server's rights down to the sandbox's.

    python -I -S launcher.py ORDERS_JSON

ORDERS_JSON: {"join": [cgroup.procs files], "uid": int | null, "rlimits": {"RLIMIT_...": int}, "read": [paths that the
sandbox must see], "argv": [bubblewrap...]}. Joins the cgroups, takes the user id, gives up every capability and becomes
bubblewrap with an *empty* environment: what bubblewrap is started with can be read inside at /proc/1/environ.

A Python that lies below a folder closed to others (root's home) cannot be reached by the new user. Then the launcher,
while it is still root, lays an empty folder over the closed one, in a mount namespace of its own, and mounts
what is needed there: nothing else below the closed folder is visible. Standard library only, like the warden.
"""

import ctypes
import json
import os
import resource
import stat
import sys

CLONE_NEWNS = 0x20000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 4096, 16384, 1 << 18
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
FIRST_TO_BE_KILLED = 500
"""When the whole machine runs out of memory, a sandbox dies before the server."""

libc = ctypes.CDLL(None, use_errno=True)


def main(arguments: list[str]) -> None:
    """Carry out the orders. Returns only by raising."""
    orders = json.loads(arguments[0])
    for path in orders["join"]:
        with open(path, "w") as file:
            file.write("0")
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write(str(FIRST_TO_BE_KILLED))
    for name, value in orders["rlimits"].items():
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (bound, bound))
    if orders["uid"] is not None:
        open_ways(orders["read"], orders["uid"])
        become(orders["uid"])
    for path in orders["read"]:
        if not os.access(path, os.R_OK):
            who = "user %d" % os.geteuid()
            raise PermissionError("%s may not read %s: make it readable (chmod -R o+rX)" % (who, path))
    os.execve(orders["argv"][0], orders["argv"], {})


def become(uid: int) -> None:
    """Give up everything that root has, for good."""
    for capability in range(64):
        if libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl", "no_new_privs")


def open_ways(paths: list[str], uid: int) -> None:
    """Make each path reachable for `uid`, by a mount where a folder above it is closed."""
    closed = {path: folder for path in map(os.path.realpath, paths) if (folder := closed_folder(path, uid))}
    if not closed:
        return
    if libc.unshare(CLONE_NEWNS) != 0:
        folders = ", ".join(sorted(set(closed.values())))
        raise PermissionError("%s is closed to others: move Python and Allranks to an open place" % folders)
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    held = {path: os.open(path, os.O_PATH) for path in closed}
    for folder in sorted(set(closed.values())):
        mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    for path, descriptor in held.items():
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            os.makedirs(path, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        mount("/proc/self/fd/%d" % descriptor, path, None, MS_BIND | MS_REC)
        os.close(descriptor)


def closed_folder(path: str, uid: int) -> str | None:
    """The outermost folder above `path` that another user cannot enter."""
    parts = path.split("/")
    for count in range(2, len(parts)):
        folder = "/".join(parts[:count])
        status = os.stat(folder)
        entered_by = stat.S_IXUSR if status.st_uid == uid else stat.S_IXOTH
        if not status.st_mode & entered_by:
            return folder
    return None


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """mount(2), or OSError."""
    encoded = [part.encode() if part is not None else None for part in (source, target, kind, options)]
    check(libc.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]), "mount", target)


def check(result: int, call: str, what: str) -> None:
    """Raise OSError when a call of the C library failed."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, "%s: %s" % (call, os.strerror(number)), what)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Exception as error:
        sys.stderr.write("the sandbox could not be entered: %s\n" % error)
        sys.exit(127)
