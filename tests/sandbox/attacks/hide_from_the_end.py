"""Ends at once, and leaves children behind that have detached themselves and ignore every signal."""

import os
import signal
import sys
import time

SIGNALS = set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}


def _ignore_everything():
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


if __name__ == "__main__":
    for depth in range(20):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                _ignore_everything()
                if depth % 2:
                    os.execve(sys.executable, [sys.executable, "-S", "-c", "import time; time.sleep(600)"], {})
                os.closerange(0, 100)
                time.sleep(600)
            os._exit(0)
        os.wait()
    children = [name for name in os.listdir("/proc") if name.isdigit()]
    print('{"left_behind": %d}' % len(children), flush=True)
    os._exit(0)
