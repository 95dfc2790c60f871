"""A run that hangs in NCCL, told in a few words: a GPU's ranks look as if they computed, and NCCL knows better."""

from __future__ import annotations

from allranks.diagnosis import explain
from allranks.protocol import Event, PhaseChanged, ProgressStopped, RankFacts, WorkerGroupStarted
from stall_stories import START, Attempt, line, nccl, sample
from stories import submitted

SECONDS = 6


def behind_in_nccl() -> list[Event]:
    """Rank 0 waits on its GPU for rank 1, which has left its loop one collective earlier. The server explains it."""
    facts: dict[int, dict[str, object]] = {
        0: {"activity": "loop", "where": line(7, "print(loss.item())"), "cpu_percent": 99.0},
        1: {"activity": "returned", "where": None},
    }
    told = nccl({0: {"AllReduce": 13}, 1: {"AllReduce": 12}})
    attempt = Attempt(2).stands(SECONDS, facts).take(told)
    explanation = explain(attempt.watched.standing(attempt.now))
    assert explanation is not None
    ranks = [
        RankFacts(
            rank=rank,
            local_rank=rank,
            node_rank=0,
            world_size=2,
            local_world_size=2,
            node_ip="127.0.0.1",
            pid=1000 + rank,
            device=f"cuda:{rank}",
            backend="nccl",
            master_addr="127.0.0.1",
            master_port="29500",
        )
        for rank in facts
    ]
    return [
        submitted("pass\n").model_copy(update={"exercise_id": None}),
        PhaseChanged(phase="training"),
        WorkerGroupStarted(attempt=1, ranks=ranks),
        *(sample(rank, float(SECONDS), **told_of) for rank, told_of in facts.items()),
        told,
        ProgressStopped(
            attempt=1,
            since=START,
            ranks=list(explanation.ranks),
            hang=explanation.hang,
            diagnosis=explanation.diagnosis,
        ),
    ]
