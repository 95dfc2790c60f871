"""Where recorded runs of an exercise lie: `recorded/` in its folder, a file for each program that was recorded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..catalog import MANIFEST
from ..protocol import Exercise, Graded, RecordedRun
from ..store import Recording, read_recording

FOLDER, SUFFIX = "recorded", ".allranks"


@dataclass(frozen=True)
class Kept:
    """A recording in an exercise's folder. `program` is the file that ran, from that folder on."""

    exercise_id: str
    program: str
    packed: bytes
    recording: Recording

    @property
    def name(self) -> str:
        """What it is called beside those of all other exercises."""
        return f"{self.exercise_id}-{Path(self.program).stem}{SUFFIX}"

    def listed(self, folder: str) -> RecordedRun:
        """Its line in the list that the page reads, with the recordings in `folder` beside that list."""
        records = self.recording.records
        verdicts = [record.event.verdict for record in records if isinstance(record.event, Graded)]
        return RecordedRun(
            exercise_id=self.exercise_id,
            program=self.program,
            file=f"{folder}/{self.name}",
            allranks_version=self.recording.header.allranks_version,
            seconds=round(records[-1].time - records[0].time, 1),
            passed=bool(verdicts) and verdicts[-1].passed,
        )


def programs_to_record(exercise: Exercise) -> dict[str, str]:
    """What is recorded of an exercise, by its file: how it looks when it is right, and one way to see it go wrong."""
    wrong = {f"wrong/{answer.name}.py": answer.source for answer in exercise.wrong_answers[:1]}
    return {"solution.py": exercise.solution, **wrong}


def path_of(exercises_dir: Path, exercise_id: str, program: str) -> Path:
    """Where the recording of a program of an exercise lies, or will."""
    return _folder(exercises_dir, exercise_id) / FOLDER / Path(program).with_suffix(SUFFIX)


def kept_recordings(exercises_dir: Path, exercise_id: str) -> list[Kept]:
    """The recordings of an exercise. Raises `BadRecording` for one that is damaged."""
    folder = _folder(exercises_dir, exercise_id) / FOLDER
    found = []
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        packed = path.read_bytes()
        program = path.relative_to(folder).with_suffix(".py").as_posix()
        found.append(Kept(exercise_id, program, packed, read_recording(packed)))
    return found


def _folder(exercises_dir: Path, exercise_id: str) -> Path:
    """A folder is named after its exercise's id; the catalog insists on it."""
    named = (path.parent for path in sorted(exercises_dir.glob(f"{exercise_id}*/{MANIFEST}")))
    return next(folder for folder in named if folder.name.split("-", 1)[0] == exercise_id)
