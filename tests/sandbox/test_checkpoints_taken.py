"""Files leave a sandbox as bytes of plain files, whatever a hostile program made of its folders."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from allranks.protocol import CheckpointSaved, CheckpointsFound, Limits, StoredCheckpoint
from allranks.runners.local.reloading import Reloading
from allranks.runners.local.sandbox import Sandbox
from allranks.runners.local.seal.mini import Mini, MiniResult
from allranks.runners.local.taker import Bounds, Taken, open_inside, take
from attacks import source_of
from canary import Canary
from mini_sandbox import enclosure, start_mini

pytestmark = pytest.mark.sandbox

HOME = "/home/learner"
BOUNDS = Bounds(files=256, file_bytes=2**20, total_bytes=8 * 2**20)


class Holding:
    """A hostile program that waits, seen from outside."""

    def __init__(self, mini: Mini) -> None:
        self._mini = mini
        self.result: MiniResult | None = None

    @property
    def pid(self) -> int:
        """A process that lives in the sandbox's namespaces: the innermost of the warden's."""
        return psutil.Process(self._mini.process.pid).children(recursive=True)[-1].pid


@contextmanager
def holding(name: str, argument: str) -> Generator[Holding]:
    """A program that says when it is ready, and goes on until this ends."""
    mini = start_mini(source_of(name), arguments=[argument])
    mini.listening.settimeout(30)
    connection, _ = mini.listening.accept()
    connection.settimeout(30)
    assert connection.recv(5, socket.MSG_WAITALL) == b"ready"
    held = Holding(mini)
    try:
        yield held
    finally:
        connection.sendall(b"!")
        connection.close()
        held.result = mini.wait(30)


@pytest.fixture(scope="module")
def trapped(server: Canary, tmp_path_factory: pytest.TempPathFactory) -> tuple[Taken, Path]:
    """What is taken of a folder full of traps."""
    out = tmp_path_factory.mktemp("out") / "taken"
    with holding("leave_traps", str(server.folder / "server.db")) as program, open_inside(program.pid, HOME) as root:
        taken = take(root, "checkpoint", out, BOUNDS)
    assert program.result is not None
    assert program.result.stdout.startswith("was looked at"), program.result
    return taken, out


def refused(taken: Taken, name: str) -> str:
    (sentence,) = [sentence for sentence in taken.refused if sentence.startswith(f"'{name}'")]
    return sentence.partition(": ")[2]


def test_a_symlink_in_a_checkpoint_is_not_followed(trapped: tuple[Taken, Path], canary: Canary) -> None:
    taken, out = trapped
    for name in ("absolute", "relative", "magic", "folder", "top"):
        assert refused(taken, name) == "a link leads there"
    assert not any(path.is_symlink() for path in out.rglob("*"))
    assert not any(canary.secret.encode() in path.read_bytes() for path in out.rglob("*") if path.is_file())


def test_honest_files_beside_the_traps_are_taken(trapped: tuple[Taken, Path]) -> None:
    taken, out = trapped
    assert taken.files["alone.pt"] == 7000
    assert (out / "alone.pt").read_bytes() == b"weights" * 1000


def test_pipes_and_sockets_in_a_checkpoint_hold_nobody_up(trapped: tuple[Taken, Path]) -> None:
    taken, _ = trapped
    assert "pipe" not in taken.files
    assert "socket" not in taken.files


def test_a_hard_link_in_a_checkpoint_is_not_taken(trapped: tuple[Taken, Path]) -> None:
    taken, _ = trapped
    assert "hard_link" not in taken.files
    assert "honest.pt" not in taken.files
    assert refused(taken, "hard_link") == "it has more than one name (a hard link)"


def test_the_number_of_files_in_a_checkpoint_is_bounded(trapped: tuple[Taken, Path]) -> None:
    taken, out = trapped
    assert len(taken.files) == BOUNDS.files
    assert sum(path.is_file() for path in out.rglob("*")) == BOUNDS.files
    assert "more than 256 files" in refused(taken, "checkpoint")


def test_odd_names_in_a_checkpoint_are_not_taken(trapped: tuple[Taken, Path]) -> None:
    taken, out = trapped
    assert all(name.isascii() and " " not in name and "\n" not in name for name in taken.files)
    assert not any(path.name.startswith((".", "-", "$")) for path in out.rglob("*"))
    assert all(sentence.isascii() and sentence.isprintable() for sentence in taken.refused)


def test_the_depth_of_a_checkpoint_is_bounded(trapped: tuple[Taken, Path]) -> None:
    taken, out = trapped
    assert max(len(path.relative_to(out).parts) for path in out.rglob("*")) <= BOUNDS.depth
    assert refused(taken, "deep/" + "/".join(["d"] * 7)) == "folders lie deeper than 8"


def test_the_size_of_a_checkpoint_is_bounded(server: Canary, tmp_path: Path) -> None:
    with holding("leave_traps", str(server.folder / "server.db")) as program, open_inside(program.pid, HOME) as root:
        small = take(root, "checkpoint", tmp_path / "small", Bounds(files=10_000, file_bytes=2**20))
        total = take(root, "checkpoint", tmp_path / "total", Bounds(files=10_000, total_bytes=7_100))
    assert refused(small, "sparse") == "it is larger than 1,048,576 bytes"
    assert total.total_bytes <= 7_100
    assert "more than 7,100 bytes in all" in refused(total, "checkpoint")


def test_files_and_folders_swapped_for_links_while_they_are_taken_lead_nowhere(server: Canary, tmp_path: Path) -> None:
    """A thousand times, against a program that swaps thousands of times a second."""
    taken_whole = refused_links = 0
    with holding("swap_while_taken", str(server.folder)) as program, open_inside(program.pid, HOME) as root:
        for number in range(1000):
            out = tmp_path / str(number)
            taken = take(root, "checkpoint", out)
            for path in out.rglob("*"):
                assert not path.is_symlink()
                assert path.is_dir() or path.read_bytes() == b"mine", "only its own bytes may come out"
            taken_whole += len(taken.files) > 0
            refused_links += len(taken.refused) > 0
    assert program.result is not None
    assert int(program.result.stdout) > 200, "it must have swapped meanwhile"
    assert taken_whole
    assert refused_links


def test_a_careless_server_would_have_been_fooled(server: Canary) -> None:
    """The control of this file: by its path, the trap does lead to the server's file."""
    if os.geteuid() != 0:
        pytest.skip("another user's process cannot be entered by its path at all")
    with holding("leave_traps", str(server.folder / "server.db")) as program:
        careless = Path(f"/proc/{program.pid}/root{HOME}/checkpoint/absolute").read_bytes()
    assert server.secret.encode() in careless
    assert json.dumps(server.report()["contacts"]) == "[]"


CHANGES_WHAT_IT_WAS_GIVEN = """import json, os, socket, sys
folder, told = sys.argv[1], {}
def tried(name, attempt):
    try:
        attempt()
        told[name] = 1
    except OSError:
        told[name] = 0
tried("read", lambda: open(os.path.join(folder, "state.pt"), "rb").read())
tried("written", lambda: open(os.path.join(folder, "state.pt"), "wb"))
tried("added", lambda: open(os.path.join(folder, "more"), "wb"))
tried("removed", lambda: os.unlink(os.path.join(folder, "state.pt")))
tried("network", lambda: socket.create_connection(("192.0.2.1", 80), 1))
print(json.dumps(told))
"""


def saved(folder: Path) -> None:
    folder.mkdir()
    (folder / "state.pt").touch()


async def test_an_authors_program_can_read_what_it_was_given_and_do_nothing_else(tmp_path: Path) -> None:
    class Left(Sandbox):
        async def take_checkpoint(self, name: str, destination: Path, bounds: Bounds) -> Taken:
            await asyncio.to_thread(saved, destination)
            return Taken(files={"state.pt": 0})

    reloading = Reloading(enclosure(), Path(tempfile.gettempdir()), CHANGES_WHAT_IT_WAS_GIVEN)
    reloading.see(CheckpointSaved(attempt=1, index=0, name="checkpoint_1", metrics={}))
    found = CheckpointsFound(checkpoints=[StoredCheckpoint(name="checkpoint_1", files=[])], refused=[])
    await reloading.take(Left(enclosure(), tmp_path, Limits()), found)
    reloaded = await reloading.reload()
    reloading.close()
    assert reloaded.outcome == "loaded", reloaded.sentence
    assert reloaded.numbers == {"read": 1, "written": 0, "added": 0, "removed": 0, "network": 0}
