"""Attempts in which ranks say where they are, second by second, for tests of what is said when nothing goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from allranks.diagnosis import Explanation, Program, Watched, explain
from allranks.protocol import (
    CommunicatorMismatched,
    CommunicatorRank,
    Event,
    Frame,
    RankFacts,
    RankSampled,
    WorkerFailed,
    WorkerGroupStarted,
    WorkersRequested,
)

FILE = "program.py"
START = 1000.0


def line(number: int, text: str = "loss.backward()") -> Frame:
    """A line of the learner's file."""
    return Frame(file=FILE, line=number, function="loop", text=text, own=True)


def beneath(file: str, text: str = "waiter.acquire()") -> Frame:
    """A frame in a package."""
    return Frame(file=file, line=300, function="wait", text=text, own=False)


def in_call(
    name: str, sequence: int = 1, shape: str = "", group: str = "", counted: bool = True, root: int | None = None
) -> dict[str, object]:
    """The facts of a sample of a rank that is in this collective."""
    called = {"name": name, "sequence": sequence, "shape": shape, "group": group, "counted": counted, "root": root}
    return {"activity": "collective", "collective": called, "collectives": sequence}


def nccl(
    counts: Mapping[int, Mapping[str, int]], silent: Sequence[int] = (), seconds: float = 4.0
) -> CommunicatorMismatched:
    """NCCL's word on a communicator in which nothing moves: what each rank has begun, and who does not answer."""
    ranks = [CommunicatorRank(rank=rank, operations=dict(operations)) for rank, operations in counts.items()]
    return CommunicatorMismatched(
        attempt=1,
        communicator="0x4e0104c2022fa2f9",
        size=len(counts) + len(silent),
        seconds=seconds,
        ranks=ranks,
        silent=list(silent),
    )


class Attempt:
    """An attempt of so many ranks from second 1000 on. Every method returns the story."""

    def __init__(self, world_size: int = 2, source: str = "pass\n", pause: float = 5.0) -> None:
        self.watched = Watched(Program(source, FILE), pause)
        self.now = START
        ranks = [
            RankFacts(
                rank=rank,
                local_rank=rank,
                node_rank=0,
                world_size=world_size,
                local_world_size=world_size,
                node_ip="127.0.0.1",
                pid=1000 + rank,
                device="cpu",
                backend="gloo",
                master_addr="127.0.0.1",
                master_port="29500",
            )
            for rank in range(world_size)
        ]
        if world_size:
            self.take(WorkerGroupStarted(attempt=1, ranks=ranks))

    def take(self, event: Event) -> Attempt:
        self.watched.take(event, self.now)
        return self

    def asks(
        self, workers: int, cpus: float, cluster: float, datasets: tuple[str, ...] = (), may_grow: bool = False
    ) -> Attempt:
        return self.take(
            WorkersRequested(
                workers=workers,
                resources_per_worker={"CPU": cpus},
                labels={},
                cluster={"CPU": cluster},
                largest_node={"CPU": cluster},
                datasets=list(datasets),
                may_grow=may_grow,
            )
        )

    def fails(self, rank: int, error_type: str, message: str) -> Attempt:
        return self.take(
            WorkerFailed(attempt=1, rank=rank, error_type=error_type, message=message, frames=[], traceback="")
        )

    def works(self, seconds: int, **counts: int) -> Attempt:
        """All ranks make a step a second."""
        for second in range(seconds):
            self.now += 1
            for rank in self.watched.ranks:
                done = second + 1
                self.take(sample(rank, 0.1, batches=done, steps=done, cpu_percent=80.0, **counts))
        return self

    def stands(self, seconds: int, facts: Mapping[int, Mapping[str, object]]) -> Attempt:
        """Each rank of `facts` says the same each second, from now on. Facts with `idle` 0 are of one that gets on."""
        for second in range(1, seconds + 1):
            self.now += 1
            for rank, told in facts.items():
                told = dict(told)
                idle = told.pop("idle", None)
                self.take(sample(rank, float(second) if idle is None else float(str(idle)), **told))
        return self

    def explained(self) -> Explanation | None:
        return explain(self.watched.standing(self.now))

    def cause(self) -> str | None:
        explanation = self.explained()
        return None if explanation is None else explanation.diagnosis.cause


def sample(rank: int, idle: float, **facts: object) -> RankSampled:
    """What a rank says of itself: in its loop, without CPU, unless `facts` say otherwise."""
    told: dict[str, object] = {"attempt": 1, "rank": rank, "activity": "loop", "where": line(3), "stack": []}
    told |= {"seconds": idle, "idle_seconds": idle, "cpu_percent": 2.0, "rss_bytes": 2**20, "collective": None}
    told |= {"collectives": 0, "reports": 0, "batches": 0, "steps": 0, **facts}
    return RankSampled.model_validate(told)
