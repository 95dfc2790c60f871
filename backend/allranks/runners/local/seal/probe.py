"""What runs inside a sandbox to find whether it holds: it tries, and says one JSON line a promise.

    python -S -c SOURCE TARGETS_JSON

TARGETS_JSON: {"file": path, "port": int, "name": abstract socket name, "secret": str, "folders": [paths], "mark": name
of the files to make there, "processes": int, "memory_bytes": int}: things outside that can be reached from there, and
limits to go past. The attempts that may end this program come last. Standard library only, as everything that starts
often.
"""

import ctypes
import json
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

AF_VSOCK = 40
CLONE_NEWUSER = 0x10000000
KEYCTL_NUMBERS = {"x86_64": 250, "aarch64": 219}
READ_BYTES = 1 << 16

libc = ctypes.CDLL(None, use_errno=True)


def main(targets: dict[str, Any]) -> None:
    """Try everything, in order."""
    attempts: list[tuple[str, Callable[[dict[str, Any]], str]]] = [
        ("files", read_a_file),
        ("network", connect_to_a_port),
        ("sockets", connect_to_a_name),
        ("environment", find_the_secret),
        ("system", write_to_the_system),
        ("kernel", ask_the_kernel),
        ("processes", fork_past_the_limit),
        ("memory", allocate_past_the_limit),
    ]
    for promise, attempt in attempts:
        try:
            broken = attempt(targets)
        except OSError as error:
            broken = ""
            seen = str(error)
        else:
            seen = broken or "refused"
        print(json.dumps({"promise": promise, "held": not broken, "seen": seen}), flush=True)


def read_a_file(targets: dict[str, Any]) -> str:
    with open(targets["file"], "rb") as file:
        return "%d bytes of a file outside were read" % len(file.read(READ_BYTES))


def connect_to_a_port(targets: dict[str, Any]) -> str:
    with socket.create_connection(("127.0.0.1", targets["port"]), timeout=2):
        return "a port of this machine answered"


def connect_to_a_name(targets: dict[str, Any]) -> str:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect("\0" + targets["name"])
    return "an abstract socket of this machine answered"


def find_the_secret(targets: dict[str, Any]) -> str:
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/environ" % name, "rb") as file:
                if targets["secret"].encode() in file.read():
                    return "the environment of process %s outside was read" % name
        except OSError:
            continue
    return ""


def write_to_the_system(targets: dict[str, Any]) -> str:
    """Whether a file that could be made is also there outside is for the host to see."""
    for folder in targets["folders"]:
        try:
            os.close(os.open(os.path.join(folder, targets["mark"]), os.O_CREAT | os.O_WRONLY, 0o600))
        except OSError:
            continue
    return ""


def ask_the_kernel(targets: dict[str, Any]) -> str:
    try:
        socket.socket(AF_VSOCK).close()
    except OSError:
        pass
    else:
        return "a socket of a family that no namespace holds was made"
    if libc.unshare(CLONE_NEWUSER) == 0:
        return "a user namespace was made"
    number = KEYCTL_NUMBERS.get(os.uname().machine)
    if number is not None and libc.syscall(number, 0, -3, 1) >= 0:
        return "the key ring was opened"
    return ""


def fork_past_the_limit(targets: dict[str, Any]) -> str:
    children = []
    refused = False
    for _ in range(targets["processes"]):
        try:
            pid = os.fork()
        except OSError:
            refused = True
            break
        if pid == 0:
            signal.pause()
        children.append(pid)
    for pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return "" if refused else "%d more processes were made" % len(children)


def allocate_past_the_limit(targets: dict[str, Any]) -> str:
    pid = os.fork()
    if pid == 0:
        block = bytearray(targets["memory_bytes"])
        for index in range(0, len(block), 4096):
            block[index] = 1
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
        return "%d bytes were used" % targets["memory_bytes"]
    return ""


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
