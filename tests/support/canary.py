"""A process that stands for the server while sandboxes are attacked: whatever reaches it, it tells.

    python -I -S canary.py FOLDER SECRET

It listens on a TCP port of 127.0.0.1, a Unix socket in FOLDER and a name in the abstract namespace, keeps files in
FOLDER, and has SECRET in its environment and its files. A line on its standard input asks for a report; at the
end of its standard input it ends.
"""

from __future__ import annotations

import json
import os
import selectors
import socket
import sqlite3
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Canary:
    """The process, from the tests' side."""

    folder: Path
    secret: str
    port: int = 0
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        self.folder.chmod(0o755)  # only the mount namespace keeps anybody out
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__, str(self.folder), self.secret],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"ALLRANKS_SERVER_SECRET": self.secret},
            text=True,
        )
        self.port = self.report()["port"]

    @property
    def targets(self) -> dict[str, Any]:
        """What an attack is told, so that not finding it is no reason to fail."""
        return {
            "port": self.port,
            "pid": self.process.pid,
            "secret": self.secret,
            "folder": str(self.folder),
            "database": str(self.folder / "server.db"),
            "private": str(self.folder / "private"),
            "socket": str(self.folder / "server.sock"),
            "name": f"allranks-{self.secret}",
        }

    def report(self) -> dict[str, Any]:
        """What it has seen so far. Raises when it is gone."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("report\n")
        self.process.stdin.flush()
        said: dict[str, Any] = json.loads(self.process.stdout.readline())
        return said

    def close(self) -> None:
        """End the process."""
        self.process.communicate("")


def _serve(folder: Path, secret: str) -> None:
    listening = {
        "tcp": socket.create_server(("127.0.0.1", 0)),
        "path": socket.socket(socket.AF_UNIX),
        "abstract": socket.socket(socket.AF_UNIX),
    }
    listening["path"].bind(str(folder / "server.sock"))
    (folder / "server.sock").chmod(0o777)
    listening["abstract"].bind(f"\0allranks-{secret}")
    (folder / "private").write_text(secret)
    (folder / "private").chmod(0o600)
    with sqlite3.connect(folder / "server.db") as database:
        database.execute("create table runs (source text)")
        database.execute("insert into runs values (?)", (secret,))
    database.close()
    files = {name: (folder / name).read_bytes() for name in ("private", "server.db")}
    contacts: list[str] = []
    with selectors.DefaultSelector() as selector:
        for name, server in listening.items():
            server.listen(16)
            selector.register(server, selectors.EVENT_READ, name)
        selector.register(sys.stdin, selectors.EVENT_READ, "tests")
        while True:
            for key, _ in selector.select():
                if key.data != "tests":
                    listening[key.data].accept()[0].close()
                    contacts.append(key.data)
                elif not sys.stdin.readline():
                    return
                else:
                    _say(listening["tcp"].getsockname()[1], contacts, files, folder)


def _say(port: int, contacts: list[str], files: dict[str, bytes], folder: Path) -> None:
    unchanged = all((folder / name).read_bytes() == content for name, content in files.items())
    names = sorted(path.name for path in folder.iterdir())
    report = {"port": port, "contacts": contacts, "unchanged": unchanged, "names": names, "user": os.getuid()}
    print(json.dumps(report), flush=True)


if __name__ == "__main__":
    _serve(Path(sys.argv[1]), sys.argv[2])
