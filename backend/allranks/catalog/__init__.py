"""Exercises on disk."""

from .catalog import Catalog, UnknownExercise
from .folder import read_exercise
from .location import default_exercises_folder
from .manifest import MANIFEST

__all__ = ["MANIFEST", "Catalog", "UnknownExercise", "default_exercises_folder", "read_exercise"]
