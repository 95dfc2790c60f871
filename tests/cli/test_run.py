"""`allranks run FILE`, with a scripted runner."""

import argparse
from pathlib import Path

import pytest

from allranks.cli.main import main
from allranks.cli.run import watch
from allranks.protocol import BadInput, Event, LogWritten, Record, RunFinished, RunQueued
from allranks.runners.scripted import ScriptedRunner
from allranks.store import read_recording

LIMITS = {"seconds": 60.0, "idle_limit": 30.0, "pause": 5.0, "cpus": 8}


def finished(end: str) -> RunFinished:
    return RunFinished.model_validate({"end": end, "sentence": "It ended.", "exit_code": 0})


def printed(text: str) -> Event:
    return LogWritten(attempt=None, rank=None, stream="stdout", origin="program", text=text)


def options(path: Path, exercise: str | None = None, *faults: str) -> argparse.Namespace:
    return argparse.Namespace(**LIMITS, file=path, exercise=exercise, fault=list(faults), nodes=1, record=None)


@pytest.mark.parametrize(
    ("end", "status"),
    [
        ("completed", 0),
        ("program_failed", 1),
        ("cancelled", 1),
        ("time_limit", 1),
        ("harness_lost", 1),
        ("runner_failed", 2),
    ],
)
async def test_the_exit_status_says_whose_fault_it_was(end: str, status: int) -> None:
    shown: list[Record] = []
    runner = ScriptedRunner([printed("hello\n"), finished(end)])
    assert await watch(options(Path("mine.py")), "print('hello')", runner, shown.append) == status
    first = shown[0].event
    assert isinstance(first, RunQueued)
    assert first.file_name == "mine.py"
    assert [record.seq for record in shown] == list(range(1, len(shown) + 1))


async def test_what_the_linter_finds_is_said_on_standard_error_before_the_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown: list[Record] = []
    runner = ScriptedRunner([finished("completed")])
    assert await watch(options(Path("mine.py")), "print(nobody)\n", runner, shown.append) == 0
    kinds = [record.event.kind for record in shown]
    assert kinds.index("problems_found") < kinds.index("run_started")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("mine.py:1:7  ")


async def test_a_run_can_be_judged_as_an_exercise() -> None:
    shown: list[Record] = []
    runner = ScriptedRunner([finished("completed")])
    await watch(options(Path("mine.py"), "train01"), "pass", runner, shown.append)
    assert shown[-1].event.kind == "graded"


async def test_faults_are_handed_to_the_runner_with_a_report_drawn_from_each_range() -> None:
    runner = ScriptedRunner([finished("completed")])
    given = options(Path("mine.py"), None, "kill rank=1 at-report=8", "slow at-report=2-3 seconds=0.5")
    await watch(given, "pass", runner, lambda record: None)
    kill, slow = runner.jobs[0].faults
    assert (kill.action, kill.rank, kill.at_report) == ("kill", 1, 8)
    assert (slow.rank, slow.at_report_to, slow.seconds) == (None, None, 0.5)
    assert slow.at_report in (2, 3)


def test_a_fault_that_cannot_be_read_is_refused_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "a.py"
    program.write_text("raise SystemExit(5)\n")
    assert main(["run", str(program), "--fault", "kill rank=1", "--fault", "hug rank=1"]) == 2
    error = capsys.readouterr().err
    assert "--fault 'hug rank=1': 'hug'" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "missing.py"], "missing.py (No such file or directory)"),
        (["run", "missing.py", "--seconds", "0"], "No such file"),
    ],
)
def test_a_file_that_cannot_be_read_gets_one_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


async def test_the_run_has_the_limits_of_the_flags() -> None:
    runner = ScriptedRunner([finished("completed")])
    await watch(options(Path("mine.py")), "pass", runner, lambda record: None)
    limits = runner.jobs[0].limits
    assert (limits.run_seconds, limits.idle_seconds, limits.pause_seconds, limits.logical_cpus) == (60, 30, 5, 8)


def test_no_time_at_all_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "a.py"
    program.write_text("pass\n")
    assert main(["run", str(program), "--seconds", "0"]) == 2
    assert "--seconds 0" in capsys.readouterr().err


def test_a_file_that_is_not_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "a.py"
    program.write_bytes(b"\xff\xfe\x00")
    assert main(["run", str(program)]) == 2
    assert "not UTF-8" in capsys.readouterr().err


async def test_a_run_is_written_to_a_file_that_replays(tmp_path: Path) -> None:
    shown: list[Record] = []
    given = options(Path("mine.py"))
    given.record = tmp_path / "mine.allranks"
    await watch(given, "pass", ScriptedRunner([printed("hello\n"), finished("completed")]), shown.append)
    recording = read_recording(given.record.read_bytes())
    assert recording.records == shown
    assert recording.end.complete


async def test_a_recording_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    given = options(Path("mine.py"))
    given.record = tmp_path / "nowhere" / "mine.allranks"
    with pytest.raises(BadInput, match="nowhere"):
        await watch(given, "pass", ScriptedRunner([finished("completed")]), lambda record: None)
