"""Runs that were recorded once, of every kind of end and event, for tests of what the page draws.

    python tests/support/golden_runs.py [NAME ...]

runs the programs again on a real Ray and writes `tests/golden/<name>.allranks`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from allranks import __version__
from allranks.authoring.record import without_machine
from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Fault, Limits, PlannedFault
from allranks.store import pack_run
from houses import House, running_house, solution
from stalled_programs import FIT, HEAD, STALLED

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
CASES = ROOT / "frontend" / "src" / "troubleshooting"


@dataclass(frozen=True)
class Golden:
    """One program, and what is done to its run."""

    source: str
    exercise_id: str | None = None
    limits: Mapping[str, float] = field(default_factory=dict)
    planned: Sequence[PlannedFault] = ()
    nodes: int = 1
    stop_at: str | None = None
    """The kind of event at which somebody stops it."""
    fault: Fault | None = None
    """Sent by somebody at the first report."""
    resume: bool = False
    """Whether that somebody resumes the paused rank once it is said why nothing goes on."""
    behind_another: bool = False
    """Submitted while another runs, so that it waits."""


def loop(body: str, fit: str = FIT) -> str:
    """A program whose loop is `body`."""
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    return f"{HEAD}\n\ndef train_loop(config):\n    rank = train.get_context().get_world_rank()\n{lines}\n\n\n{fit}"


STEPS = """
for step in range(60):
    time.sleep(0.05)
    train.report({"loss": 1 / (step + 1) + rank / 10, "val_loss": 2 / (step + 1)})
"""
AGAIN = """
TorchTrainer(
    train_loop,
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(failure_config=train.FailureConfig(max_failures=2)),
).fit()
"""
GOLDEN_RUNS: dict[str, Golden] = {
    **{f"train0{number}-passed": Golden(solution(f"train0{number}"), f"train0{number}") for number in range(1, 6)},
    "train03-failed": Golden(
        (ROOT / "exercises/train03-gradient-sync/wrong/reports-its-own-loss.py").read_text(), "train03"
    ),
    "uneven-data": Golden((CASES / "uneven-data/broken.py").read_text(), stop_at="progress_stopped"),
    "two-devices": Golden((CASES / "two-devices/broken.py").read_text()),
    "slow-storage": Golden((CASES / "slow-storage/broken.py").read_text()),
    "killed-and-again": Golden(
        loop(STEPS, AGAIN),
        planned=[PlannedFault(action="kill", rank=1, at_report=20), PlannedFault(action="kill", rank=7, at_report=1)],
    ),
    "node-killed": Golden(
        loop(STEPS, AGAIN), nodes=2, planned=[PlannedFault(action="kill_node", rank=1, at_report=20)]
    ),
    "paused-and-resumed": Golden(
        STALLED["a paused rank"].source.replace("100_000", "400"),
        fault=Fault(action="pause", rank=1),
        resume=True,
    ),
    "one-rank-raises": Golden(loop(STEPS.replace("    time", "    assert (rank, step) != (1, 9), 'odd'\n    time"))),
    "loss-not-a-number": Golden(loop(STEPS.replace('"loss": 1', '"loss": float("nan") if step > 30 else 1'))),
    "out-of-memory": Golden(loop("held = []\nwhile rank == 1:\n    held.append(os.urandom(2**22))"), limits={}),
    "too-much-output": Golden(loop("while True:\n    print('x' * 10_000)"), limits={"output_bytes": 2**20}),
    "too-many-reports": Golden(
        loop("for step in range(3000):\n    train.report({'step': step})"), limits={"events": 500, "event_burst": 100}
    ),
    "never-fits": Golden(loop("pass", FIT.replace("num_workers=2", "num_workers=2, use_gpu=True"))),
    "not-python": Golden("def train_loop(config:\n    pass\n"),
    "out-of-time": Golden(loop("time.sleep(600)"), limits={"run_seconds": 8}),
    "stopped": Golden(loop(STEPS), stop_at="metrics_reported"),
    "waited-its-turn": Golden(loop(STEPS), behind_another=True),
    "nothing-but-print": Golden("print('no training here')\n"),
}


async def recorded(golden: Golden) -> bytes:
    """Run it, and give what happened as a recording."""
    limits = Limits().model_copy(update=dict(golden.limits))
    catalog = Catalog.read(default_exercises_folder())
    with tempfile.TemporaryDirectory() as temporary:
        async with running_house(Path(temporary), limits, catalog) as house:
            first = None
            if golden.behind_another:
                first = await house.controller.submit(None, loop(STEPS), "request-0")
                await house.until(first, "metrics_reported")
            run_id = await house.controller.submit(
                golden.exercise_id, golden.source, "request-1", faults=golden.planned, nodes=golden.nodes
            )
            await _take_part(house, run_id, golden)
            await house.whole(run_id)
            return b"".join([piece async for piece in pack_run(house.event_log, run_id, __version__)])


async def _take_part(house: House, run_id: str, golden: Golden) -> None:
    if golden.fault is not None:
        await house.until(run_id, "metrics_reported")
        await house.controller.inflict(run_id, golden.fault)
    if golden.resume:
        await house.until(run_id, "progress_stopped")
        await house.controller.inflict(run_id, Fault(action="resume", rank=1))
    if golden.stop_at is not None:
        await house.until(run_id, golden.stop_at)
        house.controller.cancel(run_id)


def main() -> None:
    """Record those that are named, or all."""
    GOLDEN.mkdir(exist_ok=True)
    for name in sys.argv[1:] or GOLDEN_RUNS:
        packed = without_machine(asyncio.run(recorded(GOLDEN_RUNS[name])))
        (GOLDEN / f"{name}.allranks").write_bytes(packed)
        print(f"{name}: {len(packed) / 2**10:.0f} KiB", flush=True)


if __name__ == "__main__":
    main()
