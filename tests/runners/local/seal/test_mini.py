"""A mini sandbox tells how its program ended, and is gone afterwards. In a cell that holds nothing: no bubblewrap."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from allranks.protocol import Limits, RunnerFailed
from allranks.runners.local.enclosure import Cell
from allranks.runners.local.plain import Plain
from allranks.runners.local.seal.mini import run_mini, start_mini

CALL = "import os, socket; call = socket.socket(socket.AF_UNIX); call.connect(os.environ['ALLRANKS_SOCKET'])"


class Closing(Plain):
    """Says when its cells are closed; opens none when `refusal` is set."""

    def __init__(self, refusal: Exception | None = None, variable: str = "1") -> None:
        self.refusal = refusal
        self.variable = variable
        self.closed = 0

    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        if self.refusal is not None:
            raise self.refusal
        plain = super().open(folder, run_id, command, environment, limits)
        enclosure = self

        class Told(Cell):
            def close(self) -> None:
                enclosure.closed += 1

        return Told(plain.argv, {**plain.environment, "INSIDE": self.variable})


@pytest.fixture(autouse=True)
def _leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """However it ends, no folder and no descriptor is left."""
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are too long for a socket's path
        monkeypatch.setattr(tempfile, "tempdir", folder)
        before = descriptors()
        yield
        assert list(Path(folder).iterdir()) == []
        assert descriptors() == before


def descriptors() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_what_the_program_wrote_and_returned_is_told() -> None:
    result = run_mini(
        Plain(), "import sys; print(*sys.argv[1:]); print('no', file=sys.stderr); sys.exit(3)", arguments=["a"]
    )
    assert (result.exit_code, result.signal, result.timed_out) == (3, None, False)
    assert (result.stdout, result.stderr) == ("a\n", "no\n")


def test_a_signal_that_ended_it_is_told() -> None:
    result = run_mini(Plain(), "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert (result.exit_code, result.signal) == (-11, 11)


def test_one_that_does_not_end_is_killed_with_everything_that_it_started() -> None:
    mini = start_mini(
        Plain(), f"import os, signal; os.fork() or os.setsid(); print(os.getpid(), flush=True); {CALL}; signal.pause()"
    )
    for _ in range(2):
        mini.listening.accept()[0].close()
    result = mini.wait(0)
    assert (result.timed_out, result.exit_code) == (True, None)
    started = [int(line) for line in result.stdout.split()]
    assert len(started) == 2
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_what_is_given_to_the_warden_alone_is_not_in_the_cells_own_environment() -> None:
    enclosure = Closing()
    mini = start_mini(enclosure, "import os; print(os.environ['INSIDE'])", extra_environment={"CANARY": "secret"})
    assert "CANARY" not in mini.cell.environment
    assert mini.wait().stdout == "1\n"
    assert enclosure.closed == 1


def test_its_socket_can_be_reached() -> None:
    mini = start_mini(Plain(), CALL)
    mini.listening.accept()[0].close()
    assert mini.wait().exit_code == 0


def test_a_cell_that_cannot_be_opened_leaves_nothing() -> None:
    with pytest.raises(RunnerFailed, match="no user id is left"):
        start_mini(Closing(RunnerFailed("no user id is left")), "pass")


def test_a_cell_whose_process_cannot_be_started_is_closed() -> None:
    enclosure = Closing(variable="a\0b")
    with pytest.raises(ValueError, match="null byte"):
        start_mini(enclosure, "pass")
    assert enclosure.closed == 1
