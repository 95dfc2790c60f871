"""Fills every folder it may write to, with bytes and with names, and makes one file larger than it may."""

import os
import signal

MEBIBYTE = 2**20


def allowed_a_small_file(targets):
    for folder in targets["folders"]:
        with open(folder + "/small", "wb") as file:
            file.write(bytes(MEBIBYTE))
    return True


def bytes_in_each(targets):
    held = {}
    for folder in targets["folders"]:
        names = []
        size = 0
        try:
            while size < 200 * MEBIBYTE:
                names.append("%s/%d" % (folder, len(names)))
                with open(names[-1], "wb", buffering=0) as file:
                    for _ in range(4):
                        size += file.write(bytes(MEBIBYTE))
        except OSError as error:
            held[folder] = [size // MEBIBYTE, error.errno]
        for name in names:
            os.unlink(name)
    return held


def one_large_file(targets):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open("/tmp/large", "wb") as file:
        os.truncate(file.fileno(), targets["file_bytes"] + 1)
    return "made"


def names(targets):
    """Empty files take no byte of the folder and memory of the kernel."""
    pid = os.fork()
    if pid == 0:
        for number in range(3_000_000):
            os.close(os.open("/tmp/%d" % number, os.O_CREAT | os.O_WRONLY))
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
