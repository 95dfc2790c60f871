"""Forks from every process as fast as it can, for as long as it is let. It does not end by itself."""

import os
import signal

for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCHLD):
    signal.signal(number, signal.SIG_IGN)
print('{"allowed_to_begin": true}', flush=True)
while True:
    try:
        if os.fork() == 0:
            os.setsid()
    except OSError:
        pass
