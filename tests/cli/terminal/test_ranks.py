"""What a terminal shows of a run."""

from allranks.cli.terminal.ranks import Ranks, readable
from allranks.protocol import (
    Event,
    MetricsReported,
    NonFinite,
    PhaseChanged,
    RankFacts,
    Record,
    WorkerFailed,
    WorkerGroupStarted,
)

FACTS = RankFacts(
    rank=0,
    local_rank=0,
    node_rank=0,
    world_size=1,
    local_world_size=1,
    node_ip="127.0.0.2",
    pid=7,
    device="cpu",
    backend="gloo",
    master_addr="127.0.0.2",
    master_port="1",
)


def folded(*events: Event) -> Ranks:
    ranks = Ranks()
    for seq, event in enumerate(events, start=1):
        ranks.take(Record(run_id="r", seq=seq, time=float(seq), event=event))
    return ranks


def reported(rank: int, index: int, loss: float, attempt: int = 1) -> MetricsReported:
    return MetricsReported(
        attempt=attempt, rank=rank, index=index, metrics={"loss": loss}, with_checkpoint=False, reported_at=0.0
    )


def test_a_rank_shows_its_last_report() -> None:
    ranks = folded(WorkerGroupStarted(attempt=1, ranks=[FACTS]), reported(0, 0, 0.5), reported(0, 1, 0.25))
    assert ranks.rows[0].facts == FACTS
    assert (ranks.rows[0].reports, ranks.rows[0].metrics) == (2, {"loss": 0.25})


def test_a_new_attempt_starts_afresh() -> None:
    failure = WorkerFailed(attempt=1, rank=0, error_type="ValueError", message="", frames=[], traceback="")
    group = WorkerGroupStarted(attempt=2, ranks=[FACTS])
    assert folded(reported(0, 0, 0.5), failure).rows[0].failed == "ValueError"
    assert folded(reported(0, 0, 0.5), failure, group).rows[0].failed is None


def test_each_phase_lasts_until_the_next() -> None:
    ranks = folded(PhaseChanged(phase="cluster"), PhaseChanged(phase="program"))
    assert ranks.phase_seconds(now=5.0) == [("cluster", 1.0), ("program", 3.0)]


def test_values_are_short() -> None:
    assert [readable(value) for value in (0.123456789, 3, None, "x" * 99, NonFinite(nonfinite="nan"), True)] == [
        "0.12346",
        "3",
        "-",
        "x" * 24,
        "nan",
        "True",
    ]
