"""Runs that go wrong, told in a few words: `FailingRun(source).workers(2).worker_fails(...).ends().records()`."""

from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import (
    CheckpointSaved,
    Diagnosis,
    End,
    Frame,
    LogWritten,
    ProblemsFound,
    ProgramFailed,
    RankSampled,
    RunFinished,
    RunQueued,
    StepsObserved,
    TimeSpent,
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

    def saves_checkpoint(self, name: str = "checkpoint_1", index: int = 0, **metrics: float) -> FailingRun:
        saved = {"attempt": self.attempt, "index": index, "name": name, "metrics": metrics or {"loss": 0.5}}
        self.events.append(CheckpointSaved.model_validate(saved))
        return self

    def writes(self, rank: int, text: str) -> FailingRun:
        self.events.append(LogWritten(attempt=self.attempt, rank=rank, stream="stderr", origin="program", text=text))
        return self

    def driver_writes(self, text: str) -> FailingRun:
        self.events.append(LogWritten(attempt=None, rank=None, stream="stderr", origin="program", text=text))
        return self

    def sampled(self, rank: int, **facts: object) -> FailingRun:
        """What a rank says of itself; without `facts` it is in its loop and has done nothing yet."""
        sample: dict[str, object] = {"attempt": self.attempt, "rank": rank, "activity": "loop", "where": None}
        sample |= {"seconds": 1.0, "idle_seconds": 0.0, "cpu_percent": 90.0, "rss_bytes": 2**20, "stack": []}
        sample |= {"collective": None, "collectives": 0, "reports": 0, "batches": 0, "steps": 0, **facts}
        self.events.append(RankSampled.model_validate(sample))
        return self

    def stepped(
        self, rank: int, index: int, parameters: str, steps: int = 1, all_reduces: int = 0, reduced: int = 0
    ) -> FailingRun:
        """What the recorder saw of a rank's training before its report `index`."""
        self.events.append(
            StepsObserved(
                attempt=self.attempt,
                rank=rank,
                index=index,
                steps=steps,
                parameters_hash=parameters,
                parameters_norm=1.0,
                gradients_norm=0.1,
                history_hash=parameters,
                optimizer_hash="",
                losses=1,
                local_loss=0.5,
                all_reduces=all_reduces,
                all_reduce_bytes=reduced,
                all_reduce_milliseconds=0.0,
            )
        )
        return self

    def spent(self, rank: int, index: int, **seconds: float) -> FailingRun:
        """Where its time went before its report `index`."""
        told = {"attempt": self.attempt, "rank": rank, "index": index, "seconds": seconds}
        self.events.append(TimeSpent.model_validate(told))
        return self

    def linted(self, code: str, line: int) -> FailingRun:
        """The linter found this before the run."""
        finding: dict[str, object] = {
            "code": code,
            "name": "a-rule",
            "severity": "error",
            "message": "This is wrong.",
            "todo": "Mend it.",
        }
        finding |= {"line": line, "column": 0, "end_line": line, "end_column": 1, "page": f"rules/{code}.html"}
        self.events.append(ProblemsFound.model_validate({"findings": [finding], "left_out": 0}))
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


LOOP_LINE = 7
PROGRAM = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    step(config["lr"])


TorchTrainer(train_loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""
AT_THE_LINE = own_frame(LOOP_LINE, 'step(config["lr"])', "train_loop")


def told(
    error_type: str, message: str, *frames: Frame, source: str = PROGRAM, rank: int | None = 0, workers: int = 2
) -> list[Diagnosis]:
    """What is said of a run in which one rank, or the driver where `rank` is None, raised this and nothing else went
    wrong."""
    story = FailingRun(source)
    if rank is None:
        story.program_fails(error_type, message, *(frames or (AT_THE_LINE,)))
    else:
        story.workers(workers).worker_fails(rank, error_type, message, *(frames or (AT_THE_LINE,)))
        story.fit_passes_it_on()
    return diagnose(story.ends().records())


def told_wrapped(error_type: str, message: str, outer: str = "RuntimeError: the training failed") -> list[Diagnosis]:
    """The same, where the learner's own code raised another error from it."""
    outer_type, _, outer_message = outer.partition(": ")
    traceback = (
        "Traceback (most recent call last):\n"
        f'  File "{FILE_NAME}", line {LOOP_LINE}, in train_loop\n    step(config["lr"])\n{error_type}: {message}\n\n'
        "The above exception was the direct cause of the following exception:\n\n"
        "Traceback (most recent call last):\n"
        f'  File "{FILE_NAME}", line 30, in train_loop\n    raise RuntimeError() from error\n{outer}\n'
    )
    story = FailingRun(PROGRAM).workers(2)
    story.events.append(
        WorkerFailed(
            attempt=1,
            rank=1,
            error_type=outer_type,
            message=outer_message,
            frames=[own_frame(30, "raise RuntimeError() from error", "train_loop")],
            traceback=traceback,
        )
    )
    return diagnose(story.fit_passes_it_on().ends().records())
