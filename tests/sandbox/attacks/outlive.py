"""Stays alive with children in sessions of their own, to be still there when whoever watches over it is killed."""

import os
import signal
import socket
import time

for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        time.sleep(600)
host = socket.socket(socket.AF_UNIX)
host.connect("/ev/host")
host.sendall(b"ready")
time.sleep(600)
