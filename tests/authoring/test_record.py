"""Recording real runs; here the runs are written down."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from allranks.authoring.record import main, record, without_machine
from allranks.authoring.recordings import kept_recordings, path_of
from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Exercise, Job
from allranks.runners import ScriptedRunner
from allranks.runners.scripted import Step
from stories import Story, solved


@pytest.fixture
def exercises_dir(tmp_path: Path) -> Path:
    """A folder with train01 alone, of which nothing is recorded yet."""
    source = default_exercises_folder() / "train01-torch-trainer"
    shutil.copytree(source, tmp_path / source.name, ignore=shutil.ignore_patterns("recorded"))
    return tmp_path


def runner_of(exercise: Exercise, wrong: Story) -> ScriptedRunner:
    """The solution goes as it should, everything else as `wrong`."""

    def script(job: Job) -> list[Step]:
        return list(solved().events if job.source == exercise.solution else wrong.events)

    return ScriptedRunner(script)


def two_workers() -> Story:
    return Story().group(2).prepared([0, 1]).epochs([0, 1], [1.0] * 9 + [0.01]).group_ended().ended()


async def test_the_solution_and_a_wrong_answer_are_written_beside_the_exercise(exercises_dir: Path) -> None:
    exercise = Catalog.read(exercises_dir).get("train01")
    assert await record([exercise], exercises_dir, runner_of(exercise, two_workers()))
    kept = {each.program: each for each in kept_recordings(exercises_dir, "train01")}
    assert set(kept) == {"solution.py", "wrong/two-workers.py"}
    assert kept["solution.py"].listed("recordings").passed
    assert not kept["wrong/two-workers.py"].listed("recordings").passed
    assert kept["wrong/two-workers.py"].name == "train01-two-workers.allranks"
    assert all(each.recording.end.complete for each in kept.values())


async def test_a_run_that_did_not_go_as_it_should_is_not_written(
    exercises_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exercise = Catalog.read(exercises_dir).get("train01")
    assert not await record([exercise], exercises_dir, runner_of(exercise, solved()))
    assert [each.program for each in kept_recordings(exercises_dir, "train01")] == ["solution.py"]
    assert "FAIL train01: wrong/two-workers.py" in capsys.readouterr().out


def test_a_recording_does_not_name_the_machine_that_it_was_made_on() -> None:
    said = b'{"text": "File /home/somebody/.venv/lib/x.py, File /home/somebody/lib/threading.py"}'
    folders = {"/home/somebody": "/usr", "/home/somebody/.venv": "/venv"}
    assert (
        gzip.decompress(without_machine(gzip.compress(said), folders))
        == b'{"text": "File /venv/lib/x.py, File /usr/lib/threading.py"}'
    )


def test_an_exercise_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train99"]) == 2
    assert "got the exercise 'train99'" in capsys.readouterr().err


def test_an_id_that_begins_another_is_not_taken_for_it(exercises_dir: Path) -> None:
    (exercises_dir / "train010-other").mkdir()
    (exercises_dir / "train010-other" / "exercise.toml").write_text("")
    assert path_of(exercises_dir, "train01", "solution.py").parts[-3] == "train01-torch-trainer"
