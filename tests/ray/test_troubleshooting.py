"""The troubleshooting cases for real: each broken program shows what its text says, and each mended one completes."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.diagnosis import diagnose
from allranks.protocol import (
    CheckpointUploaded,
    Diagnosis,
    Event,
    MetricsReported,
    RankSampled,
    Record,
    RunQueued,
    TimeSpent,
    WorkerFailed,
)
from real_runs import Run, Until, execute

pytestmark = [pytest.mark.ray, pytest.mark.timeout(240)]

CASES = Path(__file__).parents[2] / "frontend" / "src" / "troubleshooting"
STANDING_SECONDS = 5.0
STEPS_OF_THE_SHORTER_FILE = 12


async def run_case(case: str, variant: str, until: Until | None = None) -> Run:
    return (await execute((CASES / case / f"{variant}.py").read_text(), until))[0]


def diagnoses(case: str, variant: str, run: Run) -> list[Diagnosis]:
    source = (CASES / case / f"{variant}.py").read_text()
    queued = RunQueued(exercise_id=None, file_name="program.py", source=source, ahead=0)
    events: list[Event] = [queued, *run.events]
    times = [run.times[0], *run.times]
    return diagnose(
        [
            Record(run_id=run.run_id, seq=seq, time=time, event=event)
            for seq, (event, time) in enumerate(zip(events, times, strict=True), 1)
        ]
    )


def seconds_in_checkpoints(run: Run) -> float:
    return sum(spent.seconds.get("checkpoint", 0.0) for spent in run.of(TimeSpent))


def reports_of(run: Run, rank: int) -> int:
    return sum(1 for report in run.of(MetricsReported) if report.rank == rank)


async def test_the_longer_file_leaves_its_rank_in_backward_and_the_other_has_returned() -> None:
    def stands(event: Event) -> bool:
        return isinstance(event, RankSampled) and event.rank == 0 and event.idle_seconds > STANDING_SECONDS

    run = await run_case("uneven-data", "broken", stands)
    last = {sample.rank: sample for sample in run.of(RankSampled)}
    assert last[0].activity == "backward"
    assert last[0].where is not None
    assert last[0].where.text == "loss.backward()"
    assert last[1].activity == "returned"
    assert [reports_of(run, rank) for rank in (0, 1)] == [STEPS_OF_THE_SHORTER_FILE] * 2


async def test_shared_out_data_gives_both_ranks_the_same_steps() -> None:
    run = await run_case("uneven-data", "mended")
    assert run.finished.end == "completed", run.text("ray")
    assert [reports_of(run, rank) for rank in (0, 1)] == [STEPS_OF_THE_SHORTER_FILE + 1] * 2


async def test_a_tensor_left_on_another_device_is_diagnosed_on_both_ranks_in_its_line() -> None:
    run = await run_case("two-devices", "broken")
    first = diagnoses("two-devices", "broken", run)[0]
    assert first.cause == "device_mismatch"
    assert first.where is not None
    assert "model(inputs)" in first.where.text
    assert {failure.rank for failure in run.of(WorkerFailed)} == {0, 1}

    mended = await run_case("two-devices", "mended")
    assert mended.finished.end == "completed", mended.text("ray")
    assert diagnoses("two-devices", "mended", mended) == []


async def test_a_slow_storage_holds_training_up_until_its_checkpoints_are_small_rare_and_sent_meanwhile() -> None:
    broken = await run_case("slow-storage", "broken")
    mended = await run_case("slow-storage", "mended")
    assert (broken.finished.end, mended.finished.end) == ("completed", "completed")
    assert [reports_of(run, rank) for run in (broken, mended) for rank in (0, 1)] == [6] * 4

    uploads = [upload.seconds for upload in broken.of(CheckpointUploaded)]
    assert len(uploads) == 6
    assert min(uploads) > 0.5
    before, after = seconds_in_checkpoints(broken), seconds_in_checkpoints(mended)
    print(f"in checkpoint uploads: {before:.1f} s before, {after:.1f} s after")
    print(broken.text(rank=0) + mended.text(rank=0))
    assert before > 3.0
    assert after < before / 4

    (said,) = [found for found in diagnoses("slow-storage", "broken", broken) if found.cause == "report_pause"]
    assert said.advice
    assert "report_pause" not in [found.cause for found in diagnoses("slow-storage", "mended", mended)]
