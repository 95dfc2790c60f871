"""What can go wrong on our side, one class a kind.

AllranksError
├── BadInput            what came cannot be used; says what came, what was expected, what to do
│   ├── BadExercise     an exercise folder does not follow the format; names file and key
│   └── BadSetting      a setting or flag has no meaning here
├── UnknownRun          no run has this id
├── StoreFailed         the event log could not be read or written (a full disk, a damaged file)
└── RunnerFailed        a runner could not start or keep a job, and it was not the job's fault
"""

from __future__ import annotations


class AllranksError(Exception):
    """Base of every error that we raise on purpose. `str(error)` is a sentence for a person."""


class BadInput(AllranksError):
    """Something handed to us cannot be used."""

    code = "bad_input"

    def __init__(self, came: str, expected: str, todo: str) -> None:
        self.came = came
        self.expected = expected
        self.todo = todo
        super().__init__(f"got {came}; expected {expected}; {todo}")


class BadExercise(BadInput):
    """An exercise folder does not follow `exercises/README.md`."""

    code = "bad_exercise"


class BadSetting(BadInput):
    """A setting, flag or environment variable has no meaning here."""

    code = "bad_setting"


class UnknownRun(AllranksError):
    """No run has this id, or its record was removed."""

    def __init__(self, run_id: str) -> None:
        self.run_id = run_id
        super().__init__(f"no run has the id {run_id!r}; it may have been removed, or the link was cut short")


class StoreFailed(AllranksError):
    """The event log could not be read or written."""


class RunnerFailed(AllranksError):
    """A runner could not start or keep a job, through no fault of the job."""
