"""Runs that go wrong, told in a few words: `FailingRun(source).workers(2).worker_fails(...).ends().records()`."""

from __future__ import annotations

from allranks.protocol import (
    CheckpointSaved,
    Diagnosis,
    End,
    Frame,
    ProgramFailed,
    RunFinished,
    RunQueued,
    WorkerFailed,
)
from stories import Story

FILE_NAME = "train01.py"


def own_frame(line: int, text: str, function: str = "train_loop_per_worker") -> Frame:
    """A frame in the learner's file."""
    return Frame(file=FILE_NAME, line=line, function=function, text=text, own=True)


def library_frame(file: str = "torch/nn/modules/linear.py") -> Frame:
    """A frame in a package."""
    return Frame(file=file, line=130, function="forward", text="return F.linear(input, self.weight)", own=False)


def causes_of(diagnoses: list[Diagnosis]) -> list[str]:
    return [diagnosis.cause for diagnosis in diagnoses]


class FailingRun(Story):
    """A story whose failures carry the details that a diagnosis needs. Every method returns the story."""

    def __init__(self, source: str = "pass\n") -> None:
        super().__init__()
        self.events.insert(0, RunQueued(exercise_id=None, file_name=FILE_NAME, source=source, ahead=0))

    def workers(self, world_size: int) -> FailingRun:
        self.group(world_size)
        return self

    def reports(self, rank: int, **metrics: object) -> FailingRun:
        self.report([rank], **metrics)
        return self

    def saves_checkpoint(self) -> FailingRun:
        self.events.append(CheckpointSaved(attempt=self.attempt, index=0, name="checkpoint_1", metrics={"loss": 0.5}))
        return self

    def worker_fails(self, rank: int, error_type: str, message: str, *frames: Frame) -> FailingRun:
        self.events.append(
            WorkerFailed(
                attempt=self.attempt,
                rank=rank,
                error_type=error_type,
                message=message,
                frames=list(frames),
                traceback="",
            )
        )
        return self

    def program_fails(self, error_type: str, message: str, *frames: Frame) -> FailingRun:
        self.events.append(ProgramFailed(error_type=error_type, message=message, frames=list(frames), traceback=""))
        return self

    def fit_passes_it_on(self) -> FailingRun:
        """What the driver raises when workers failed."""
        message = "The training run failed due to errors in the workers."
        return self.program_fails("WorkerGroupError", message, own_frame(40, "trainer.fit()", "<module>"))

    def ends(self, end: End = "program_failed", exit_code: int | None = 1) -> FailingRun:
        self.events.append(RunFinished(end=end, sentence="It is over.", exit_code=exit_code))
        return self
