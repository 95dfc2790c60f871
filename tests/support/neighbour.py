"""Another learner's run, beside the one that attacks: it keeps a secret, and works until it is asked for its result."""

from __future__ import annotations

import socket
from types import TracebackType

from mini_sandbox import start_mini

SECONDS = 60.0
HONEST = """
import os, socket, sys
secret = sys.argv[1]
seen = {folder: sorted([*os.listdir(folder), "secret"]) for folder in ("/home/learner", "/tmp", "/dev/shm")}
for folder in seen:
    with open(folder + "/secret", "w") as file:
        file.write(secret)
here = socket.create_server(("127.0.0.1", 7777))
named = socket.socket(socket.AF_UNIX)
named.bind("\\0allranks-neighbour")
named.listen(1)
host = socket.socket(socket.AF_UNIX)
host.connect("/ev/host")
host.sendall(b"ready")
host.recv(1)
pid = os.fork()
if pid == 0:
    os._exit(sum(range(1000)) != 499500)
intact = os.waitpid(pid, 0)[1] == 0
for folder in seen:
    intact = intact and sorted(os.listdir(folder)) == seen[folder] and open(folder + "/secret").read() == secret
here.settimeout(0)
try:
    here.accept()
    intact = False
except BlockingIOError:
    pass
print("honest work is done" if intact else "something was touched")
"""


class Neighbour:
    """Runs while it is open."""

    def __init__(self, secret: str) -> None:
        self._mini = start_mini(HONEST, arguments=[secret])
        self._said: str | None = None
        self._mini.listening.settimeout(SECONDS)
        self._connection, _ = self._mini.listening.accept()
        self._connection.settimeout(SECONDS)
        self._ready()

    def _ready(self) -> None:
        assert self._connection.recv(5, socket.MSG_WAITALL) == b"ready"

    @property
    def folder(self) -> str:
        """Its folder outside."""
        return str(self._mini.folder)

    def finish(self) -> str:
        """Let it end, and return what it said."""
        if self._said is None:
            self._connection.sendall(b"!")
            self._connection.close()
            result = self._mini.wait(SECONDS)
            self._said = result.stdout.strip() or str(result)
        return self._said

    def __enter__(self) -> Neighbour:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.finish()
