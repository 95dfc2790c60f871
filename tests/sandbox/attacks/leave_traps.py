"""Leaves in a checkpoint's folder what a careless server would follow, wait for or choke on, and waits."""

import os
import socket
import sys
import time

FOLDER = "/home/learner/checkpoint"


def _leave(target):
    os.makedirs(FOLDER + "/deep/" + "/".join(["d"] * 60))
    with open(FOLDER + "/honest.pt", "wb") as file:
        file.write(b"weights" * 1000)
    os.symlink(target, FOLDER + "/absolute")
    os.symlink("../../../../../../../.." + target, FOLDER + "/relative")
    os.symlink("/proc/1/root" + target, FOLDER + "/magic")
    os.symlink(os.path.dirname(target), FOLDER + "/folder")
    os.symlink("/", FOLDER + "/top")
    os.link(FOLDER + "/honest.pt", "/home/learner/second_name")
    os.rename("/home/learner/second_name", FOLDER + "/hard_link")
    with open(FOLDER + "/alone.pt", "wb") as file:
        file.write(b"weights" * 1000)
    os.mkfifo(FOLDER + "/pipe")
    socket.socket(socket.AF_UNIX).bind(FOLDER + "/socket")
    with open(FOLDER + "/sparse", "wb") as file:
        file.truncate(60 * 2**20)
    for number in range(300):
        with open(FOLDER + "/z%03d" % number, "wb") as file:
            file.write(b"x")
    for name in ("-rf", ".bashrc", "a b", "$(reboot)", "späße", "\u202etxt.exe", "x" * 250, "line\nbreak"):
        with open(FOLDER + "/" + name, "wb") as file:
            file.write(b"x")
    with open(os.fsencode(FOLDER) + b"/\xff\xfe", "wb") as file:
        file.write(b"x")


if __name__ == "__main__":
    _leave(sys.argv[1])
    host = socket.socket(socket.AF_UNIX)
    host.connect("/ev/host")
    host.sendall(b"ready")
    host.recv(1)
    print("was looked at at", time.time())
