"""Ignores every signal and runs for ever, as do children that left its session."""

import os
import signal

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
print('{"allowed_to_begin": true}', flush=True)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
while True:
    pass
