"""Takes all of what the machine has only once, and no namespace or group divides: contexts of AIO, terminals."""

import ctypes
import errno
import os
import platform
import signal

IO_SETUP = {"x86_64": 206, "aarch64": 0}
libc = ctypes.CDLL(None, use_errno=True)


def contexts_of_aio(targets):
    """The kernel has fs.aio-max-nr, 65,536 events, for everybody together."""
    taken = 0
    while taken < 200_000:
        context = ctypes.c_ulong(0)
        number = ctypes.c_long(IO_SETUP[platform.machine()])
        if libc.syscall(number, ctypes.c_uint(1000), ctypes.byref(context)) != 0:
            return {"taken": taken, "error": errno.errorcode[ctypes.get_errno()]}
        taken += 1000
    return {"taken": taken, "error": ""}


def terminals(targets):
    """The kernel has kernel.pty.max, 4,096, of which 1,024 are kept for the machine itself."""
    told, tell = os.pipe()
    pids = []
    for _ in range(4):
        pid = os.fork()
        if pid == 0:
            held = []
            try:
                while len(held) < 4000:
                    held.append(os.openpty())
            except OSError:
                pass
            os.write(tell, b"%d " % len(held))
            signal.pause()
        pids.append(pid)
    said = b""
    while said.count(b" ") < len(pids):
        said += os.read(told, 100)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return sum(map(int, said.split()))
