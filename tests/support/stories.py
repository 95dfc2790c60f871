"""Runs told in a few words, for tests that need a plausible event log."""

from __future__ import annotations

from collections.abc import Sequence

from allranks.protocol import (
    End,
    Event,
    Frame,
    LogWritten,
    MetricsReported,
    ModelPrepared,
    PhaseChanged,
    ProgramFailed,
    RankFacts,
    Record,
    RunFinished,
    RunQueued,
    WorkerFailed,
    WorkerGroupEnded,
    WorkerGroupStarted,
    metric,
)


class Story:
    """The events of one run, in order. Every method adds to them and returns the story."""

    def __init__(self) -> None:
        self.events: list[Event] = [PhaseChanged(phase="cluster"), PhaseChanged(phase="program")]
        self.attempt = 0

    def group(self, world_size: int, shared_process: bool = False) -> Story:
        self.attempt += 1
        ranks = [
            RankFacts(
                rank=rank,
                local_rank=rank,
                node_rank=0,
                world_size=world_size,
                local_world_size=world_size,
                node_ip="127.0.0.1",
                pid=1000 if shared_process else 1000 + rank,
                device="cpu",
                backend="gloo",
                master_addr="127.0.0.1",
                master_port="29500",
            )
            for rank in range(world_size)
        ]
        self.events += [
            PhaseChanged(phase="workers"),
            WorkerGroupStarted(attempt=self.attempt, ranks=ranks),
            PhaseChanged(phase="training"),
        ]
        return self

    def prepared(self, ranks: Sequence[int], wrapper: str = "DistributedDataParallel") -> Story:
        self.events += [ModelPrepared(attempt=self.attempt, rank=rank, wrapper=wrapper, parameters=5) for rank in ranks]
        return self

    def report(self, ranks: Sequence[int], **metrics: object) -> Story:
        for rank in ranks:
            index = sum(
                1
                for event in self.events
                if isinstance(event, MetricsReported) and (event.attempt, event.rank) == (self.attempt, rank)
            )
            self.events.append(
                MetricsReported(
                    attempt=self.attempt,
                    rank=rank,
                    index=index,
                    metrics={name: metric(value) for name, value in metrics.items()},
                    with_checkpoint=False,
                    reported_at=float(index),
                )
            )
        return self

    def epochs(self, ranks: Sequence[int], losses: Sequence[float]) -> Story:
        for epoch, loss in enumerate(losses):
            self.report(ranks, loss=loss, epoch=epoch)
        return self

    def printed(self, text: str) -> Story:
        self.events.append(LogWritten(attempt=None, rank=None, stream="stdout", origin="program", text=text))
        return self

    def rank_raised(self, rank: int, error_type: str = "ValueError") -> Story:
        self.events.append(
            WorkerFailed(
                attempt=self.attempt, rank=rank, error_type=error_type, message="no", frames=[], traceback="no"
            )
        )
        return self

    def group_ended(self) -> Story:
        self.events.append(WorkerGroupEnded(attempt=self.attempt))
        return self

    def raised(self, error_type: str = "TypeError", line: int = 7) -> Story:
        frame = Frame(file="train01.py", line=line, function="<module>", text="print(x)", own=True)
        self.events.append(
            ProgramFailed(error_type=error_type, message="it is None\nmore", frames=[frame], traceback="traceback")
        )
        return self

    def ended(self, end: End = "completed", exit_code: int | None = 0) -> Story:
        sentence = {"completed": "The program ran to its end."}.get(end, f"The run ended: {end}.")
        self.events.append(RunFinished(end=end, sentence=sentence, exit_code=exit_code))
        return self

    def records(self, run_id: str = "run", source: str | None = None) -> list[Record]:
        """With a `source`, the run begins with its submission."""
        events = self.events if source is None else [submitted(source), *self.events]
        return [Record(run_id=run_id, seq=seq, time=float(seq), event=event) for seq, event in enumerate(events, 1)]


def submitted(source: str) -> RunQueued:
    """The first event of a run of this program."""
    return RunQueued(exercise_id="train01", file_name="train01.py", source=source, ahead=0)


def solved() -> Story:
    """What the solution of train01 shows."""
    return (
        Story()
        .group(4)
        .prepared(range(4))
        .epochs(range(4), [2.0 / (epoch + 1) ** 2 for epoch in range(10)])
        .group_ended()
    ).ended()
