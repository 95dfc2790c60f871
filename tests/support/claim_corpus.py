"""What is claimed on both sides: every claim of an exercise, and one of each kind."""

from __future__ import annotations

from typing import Any

from allranks.catalog import Catalog, default_exercises_folder

ONE_OF_EACH: dict[str, dict[str, Any]] = {
    "calls": {"kind": "calls", "name": "ray.train.report", "within": "loop", "at_least": 1, "at_most": 1},
    "argument": {"kind": "argument", "call": "ray.train.report", "name": "checkpoint"},
    "scaling": {"kind": "scaling", "at_least": 2},
    "config": {"kind": "config", "of": "FailureConfig", "name": "max_failures", "equals": 2},
    "no_finding": {"kind": "no_finding", "code": "RTL102"},
}


def read_claims() -> dict[str, dict[str, Any]]:
    """Claims by name; an exercise's is `train01/reports-itself`."""
    exercises = Catalog.read(default_exercises_folder())
    own = {
        f"{exercise.id}/{check.id}": check.claim
        for exercise in exercises
        for check in exercise.checks
        if check.claim is not None
    }
    return {**ONE_OF_EACH, **own}


CLAIMS = read_claims()
