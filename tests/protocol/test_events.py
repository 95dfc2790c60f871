"""Every event crosses the wire whole."""

from __future__ import annotations

from typing import get_args

import pytest
from pydantic import TypeAdapter

from allranks.protocol import (
    ActivitiesTimed,
    CheckpointFile,
    CheckpointLoaded,
    CheckpointReloaded,
    CheckpointSaved,
    CheckpointsFound,
    CheckpointUploaded,
    CheckResult,
    Collective,
    CommunicatorMismatched,
    CommunicatorRank,
    Diagnosed,
    Diagnosis,
    Event,
    EventsDropped,
    FaultFailed,
    FaultInjected,
    Finding,
    Frame,
    Graded,
    LogWritten,
    Metrics,
    MetricsReported,
    ModelPrepared,
    NonFinite,
    PhaseChanged,
    ProblemsFound,
    ProgramFailed,
    ProgressResumed,
    ProgressStopped,
    QueueMoved,
    RankFacts,
    RankSampled,
    Record,
    RowsRead,
    RunFinished,
    RunQueued,
    RunRepeated,
    RunStarted,
    StepsObserved,
    StoredCheckpoint,
    TimeSpent,
    TrainingBegan,
    Variation,
    Verdict,
    WorkerFailed,
    WorkerGroupEnded,
    WorkerGroupStarted,
    WorkersRequested,
)

FRAME = Frame(file="train01.py", line=3, function="loop", text="raise ValueError('ä')", own=True)
FACTS = RankFacts(
    rank=1,
    local_rank=1,
    node_rank=0,
    world_size=2,
    local_world_size=2,
    node_ip="127.0.0.1",
    pid=4242,
    device="cpu",
    backend="gloo",
    master_addr="127.0.0.1",
    master_port="29500",
)
DIAGNOSIS = Diagnosis(
    cause="result_metrics_none",
    title="Result.metrics is None",
    what_happened="No checkpoint was reported.",
    evidence=["10 reports, none with a checkpoint"],
    where=FRAME,
    ranks=[],
    mend="Report a checkpoint.",
    sketch=None,
)
CHECK = CheckResult(check_id="loss", title="Low", outcome="passed", sentence="It is.", evidence=["rank 0: loss 0.1"])
FILE = CheckpointFile(name="model.pt", size=1024)
FINDING = Finding(
    code="RTL101",
    name="model-not-prepared",
    severity="warning",
    message="The model is not prepared.",
    todo="Prepare it.",
    line=3,
    column=4,
    end_line=3,
    end_column=9,
    page="rules/RTL101.html",
)
METRICS: Metrics = {
    "loss": NonFinite(nonfinite="nan"),
    "largest": NonFinite(nonfinite="inf"),
    "rate": 1e-5,
    "epoch": 3,
    "done": True,
    "name": "a\nb",
    "nothing": None,
}
EVENTS: list[Event] = [
    RunQueued(exercise_id=None, file_name="scratch.py", source="print('ä')\n", ahead=2),
    ProblemsFound(findings=[FINDING], left_out=2),
    QueueMoved(ahead=1),
    RunStarted(runner="local", isolation="None.", ray_version="2.60.0", torch_version="2.13.0", seconds_allowed=300.0),
    PhaseChanged(phase="process_group"),
    WorkersRequested(
        workers=8, resources_per_worker={"CPU": 1.0}, labels={}, cluster={"CPU": 4.0}, largest_node={"CPU": 4.0}
    ),
    WorkerGroupStarted(attempt=1, ranks=[FACTS]),
    WorkerGroupEnded(attempt=1),
    ModelPrepared(attempt=1, rank=0, wrapper="DistributedDataParallel", parameters=5),
    MetricsReported(attempt=1, rank=0, index=0, metrics=METRICS, with_checkpoint=True, reported_at=1.5),
    RowsRead(attempt=1, rank=0, dataset="train", source="ray_data", epoch=0, rows=[3, 1], batches=1, ended=False),
    StepsObserved(
        attempt=1,
        rank=0,
        index=0,
        steps=10,
        parameters_hash="0123456789abcdef",
        parameters_norm=1.5,
        gradients_norm=None,
        history_hash="",
        optimizer_hash="",
        losses=10,
        local_loss=0.5,
        all_reduces=11,
        all_reduce_bytes=444,
        all_reduce_milliseconds=2.5,
    ),
    TrainingBegan(attempt=2, rank=0, parameters_hash="0123456789abcdef", optimizer_hash=""),
    TimeSpent(attempt=1, rank=0, index=0, seconds={"backward": 0.25, "data": 0.5}),
    ActivitiesTimed(attempt=1, rank=0, began=1.5, slices=[{"data": 0.5}, {"forward": 0.001, "backward": 0.004}]),
    RankSampled(
        attempt=1,
        rank=0,
        activity="collective",
        seconds=6.5,
        idle_seconds=6.5,
        where=FRAME,
        stack=[FRAME],
        collective=Collective(name="all_reduce", sequence=13, shape="float32[10]", group=""),
        collectives=13,
        reports=1,
        batches=12,
        steps=12,
        cpu_percent=0.5,
        rss_bytes=2**28,
    ),
    CommunicatorMismatched(
        attempt=1,
        communicator="0x4e0104c2022fa2f9",
        size=3,
        seconds=4.0,
        ranks=[CommunicatorRank(rank=1, operations={"AllReduce": 12}), CommunicatorRank(rank=0, operations={})],
        silent=[2],
    ),
    ProgressStopped(attempt=1, since=2.5, ranks=[0, 1], hang=True, diagnosis=DIAGNOSIS),
    ProgressResumed(attempt=1, seconds=7.5),
    CheckpointLoaded(attempt=2, rank=0, name="checkpoint_1"),
    CheckpointUploaded(attempt=1, rank=0, index=0, files=[FILE], seconds=0.01),
    CheckpointSaved(attempt=1, index=0, name="checkpoint_1", metrics=METRICS),
    CheckpointsFound(checkpoints=[StoredCheckpoint(name="checkpoint_1", files=[FILE])], refused=["a link"]),
    CheckpointReloaded(name="checkpoint_1", outcome="loaded", numbers={"loss": 0.01}, sentence=""),
    RunRepeated(
        variation=Variation(workers=2, seed=7, config={"lr": 0.02, "batches": 20}),
        outcome="repeated",
        sentence="",
        metric="loss",
        reported={0: [0.5, None], 1: [0.5, 0.25]},
        expected={0: [0.5, 0.25], 1: [0.5, 0.25]},
        unmet=[],
    ),
    FaultInjected(attempt=1, rank=1, action="kill", by="plan", reports=3, seconds=0.0),
    FaultFailed(rank=9, action="slow", by="person", reason="there is no rank 9"),
    LogWritten(attempt=None, rank=None, stream="stderr", origin="ray", text="line\n\x1b[31mred"),
    WorkerFailed(attempt=1, rank=1, error_type="ValueError", message="ä", frames=[FRAME], traceback="..."),
    ProgramFailed(error_type="TypeError", message="None", frames=[], traceback="..."),
    EventsDropped(count=3, reason="too many"),
    RunFinished(end="program_failed", sentence="It ended.", exit_code=1),
    Diagnosed(diagnosis=DIAGNOSIS),
    Graded(verdict=Verdict(exercise_id="train01", passed=True, checks=[CHECK])),
]
ANY_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


@pytest.mark.parametrize("event", EVENTS, ids=[event.kind for event in EVENTS])
def test_an_event_comes_back_from_json_as_it_was(event: Event) -> None:
    record = Record(run_id="run", seq=1, time=2.5, event=event)
    again = Record.model_validate_json(record.model_dump_json())
    assert again == record
    assert type(again.event) is type(event)
    assert ANY_EVENT.validate_json(event.model_dump_json()) == event


def test_the_list_above_has_every_kind_of_event() -> None:
    kinds = get_args(get_args(Event)[0])
    assert {type(event) for event in EVENTS} == set(kinds)
    assert len({event.kind for event in EVENTS}) == len(kinds)


def test_metrics_keep_their_types() -> None:
    (reported,) = [event for event in EVENTS if isinstance(event, MetricsReported)]
    again = MetricsReported.model_validate_json(reported.model_dump_json())
    assert [type(value) for value in again.metrics.values()] == [type(value) for value in METRICS.values()]


def test_a_newer_servers_fields_are_ignored() -> None:
    assert ANY_EVENT.validate_json('{"kind": "queue_moved", "ahead": 1, "minutes": 3}') == QueueMoved(ahead=1)


@pytest.mark.parametrize(("said", "kept"), [(1e9, 100.0), (87.5, 87.5), (None, None)])
def test_a_gpu_is_never_more_than_wholly_busy(said: float | None, kept: float | None) -> None:
    (sample,) = [event for event in EVENTS if isinstance(event, RankSampled)]
    again = RankSampled.model_validate(sample.model_dump() | {"gpu_percent": said})
    assert again.gpu_percent == kept


def test_a_sample_of_before_gpus_were_told_is_read() -> None:
    (sample,) = [event for event in EVENTS if isinstance(event, RankSampled)]
    told = {name: value for name, value in sample.model_dump().items() if not name.startswith("gpu")}
    assert RankSampled.model_validate(told) == sample
