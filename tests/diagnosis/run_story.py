"""Write a run's records as a story: `RunStory(source).workers(2).reports(...).worker_fails(...).ends()`."""

from __future__ import annotations

from dataclasses import dataclass, field

from allranks.protocol import (
    CheckpointSaved,
    Diagnosis,
    Event,
    Frame,
    MetricsReported,
    ProgramFailed,
    RankFacts,
    Record,
    RunFinished,
    RunQueued,
    WorkerFailed,
    WorkerGroupEnded,
    WorkerGroupStarted,
)
from allranks.protocol.events import End
from allranks.protocol.message import Metric

FILE_NAME = "train01.py"


def own_frame(line: int, text: str, function: str = "train_loop_per_worker") -> Frame:
    """A frame in the learner's file."""
    return Frame(file=FILE_NAME, line=line, function=function, text=text, own=True)


def library_frame(file: str = "torch/nn/modules/linear.py") -> Frame:
    """A frame in a package."""
    return Frame(file=file, line=130, function="forward", text="return F.linear(input, self.weight)", own=False)


@dataclass
class RunStory:
    """Grows a run event by event; `records` is what the store would hold."""

    source: str = "pass\n"
    attempt: int = 0
    records: list[Record] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.add(RunQueued(exercise_id=None, file_name=FILE_NAME, source=self.source, ahead=0))

    def add(self, event: Event) -> RunStory:
        seq = len(self.records) + 1
        self.records.append(Record(run_id="run", seq=seq, time=1000.0 + seq, event=event))
        return self

    def workers(self, world_size: int) -> RunStory:
        self.attempt += 1
        ranks = [
            RankFacts(
                rank=rank,
                local_rank=rank,
                node_rank=0,
                world_size=world_size,
                local_world_size=world_size,
                node_ip="127.0.0.1",
                pid=100 + rank,
                device="cpu",
                backend="gloo",
                master_addr="127.0.0.1",
                master_port="29500",
            )
            for rank in range(world_size)
        ]
        return self.add(WorkerGroupStarted(attempt=self.attempt, ranks=ranks))

    def reports(self, rank: int, index: int, **metrics: Metric) -> RunStory:
        return self.add(
            MetricsReported(
                attempt=self.attempt,
                rank=rank,
                index=index,
                metrics=metrics,
                with_checkpoint=False,
                reported_at=1000.0,
            )
        )

    def saves_checkpoint(self) -> RunStory:
        return self.add(CheckpointSaved(attempt=self.attempt, index=0, name="checkpoint_1", metrics={"loss": 0.5}))

    def worker_fails(self, rank: int, error_type: str, message: str, *frames: Frame) -> RunStory:
        return self.add(
            WorkerFailed(
                attempt=self.attempt,
                rank=rank,
                error_type=error_type,
                message=message,
                frames=list(frames),
                traceback="",
            )
        )

    def group_ends(self) -> RunStory:
        return self.add(WorkerGroupEnded(attempt=self.attempt))

    def program_fails(self, error_type: str, message: str, *frames: Frame) -> RunStory:
        return self.add(ProgramFailed(error_type=error_type, message=message, frames=list(frames), traceback=""))

    def fit_passes_it_on(self) -> RunStory:
        """What the driver raises when workers failed."""
        message = "The training run failed due to errors in the workers."
        return self.program_fails("WorkerGroupError", message, own_frame(40, "trainer.fit()", "<module>"))

    def ends(self, end: End = "program_failed", exit_code: int | None = 1) -> RunStory:
        return self.add(RunFinished(end=end, sentence="It is over.", exit_code=exit_code))


def causes_of(diagnoses: list[Diagnosis]) -> list[str]:
    return [diagnosis.cause for diagnosis in diagnoses]
