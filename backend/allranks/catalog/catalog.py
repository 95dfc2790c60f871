"""All exercises of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from ..protocol import BadExercise, BadInput, BadSetting, Exercise
from .folder import read_exercise
from .manifest import MANIFEST


class UnknownExercise(BadInput):
    """No exercise has this id here."""

    code = "unknown_exercise"


class Catalog:
    """Exercises by id, in the order of their folders' names; `broken` holds why the others are left out."""

    def __init__(self, exercises: list[Exercise], broken: list[BadExercise] | None = None) -> None:
        self._exercises = {exercise.id: exercise for exercise in exercises}
        self.broken = broken or []

    @classmethod
    def read(cls, folder: Path, accept: Callable[[Exercise], None] = lambda exercise: None) -> Catalog:
        """Read every folder under `folder` that holds an `exercise.toml`.

        `accept` may raise `BadExercise` for what the folder alone cannot tell, such as a check's parameters. One broken
        exercise never costs the others. Raises `BadSetting` when `folder` itself is not there.
        """
        if not folder.is_dir():
            raise BadSetting(
                f"the exercises folder {folder}, which is not there",
                "a folder of exercises",
                "name one with --exercises-dir or ALLRANKS_EXERCISES_DIR",
            )
        exercises: dict[str, Exercise] = {}
        broken: list[BadExercise] = []
        for manifest in sorted(folder.glob(f"*/{MANIFEST}")):
            try:
                exercise = read_exercise(manifest.parent)
                _accept(manifest, exercise, accept)
                if exercise.id in exercises:
                    raise BadExercise(f"{manifest}: id: {exercise.id!r} a second time", "an id of its own", "mend `id`")
            except BadExercise as error:
                broken.append(error)
            else:
                exercises[exercise.id] = exercise
        return cls(list(exercises.values()), broken)

    def __iter__(self) -> Iterator[Exercise]:
        return iter(self._exercises.values())

    def get(self, exercise_id: str) -> Exercise:
        """The exercise, or `UnknownExercise` that lists what there is."""
        if exercise_id not in self._exercises:
            known = ", ".join(self._exercises) or "none at all"
            raise UnknownExercise(
                f"the exercise {exercise_id[:64]!r}", f"one that this server has ({known})", "choose another exercise"
            )
        return self._exercises[exercise_id]


def _accept(manifest: Path, exercise: Exercise, accept: Callable[[Exercise], None]) -> None:
    try:
        accept(exercise)
    except BadExercise as error:
        raise BadExercise(f"{manifest}: {error.came}", error.expected, error.todo) from error
