"""How long from Run to the first point, and to the end? Ours beside `python FILE` with plain Ray, in one process tree.

    python benchmarks/first_metric.py [--runs N] [--json]

The same two programs on both sides, one after the other and interleaved: a small snippet with two ranks, and the
solution of train01 with four. Plain: from the start of `python FILE` to the moment rank 0 calls its first
`train.report`, and to the end of the process. Ours: from the `Submit` on the page's socket to the arrival of the first
`MetricsReported` on the same socket, and to `RunFinished`, when no process of the run is left. Nothing is measured
before the pool is full, as it is for whoever comes after a pause.

Then, apart from the timed runs: the memory of a ready sandbox and of its run, by its cgroup, and how much longer a loop
that keeps both ranks busy takes while the pool makes the next sandbox beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from watched import Measured, Run, measured_server

from allranks.protocol import Limits

NOTE = """
import os, time

def note_first_report():
    path = os.environ.get("FIRST_REPORT_NOTE")
    if path and train.get_context().get_world_rank() == 0 and not os.path.exists(path):
        with open(path, "w") as file:
            file.write(str(time.time()))

"""
SNIPPET = """
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchConfig, TorchTrainer

def train_loop(config):
    import torch
    model = train.torch.prepare_model(torch.nn.Linear(10, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for epoch in range(3):
        loss = torch.nn.functional.mse_loss(model(torch.randn(32, 10)), torch.randn(32, 1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item(), "epoch": epoch})

TorchTrainer(
    train_loop,
    train_loop_config={},
    torch_config=TorchConfig(backend="gloo"),
    scaling_config=ScalingConfig(num_workers=2),
).fit()
"""
SOLUTION = Path(__file__).parents[1] / "exercises/train01-torch-trainer/solution.py"
BUSY = """
import time
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def train_loop(config):
    import torch
    torch.set_num_threads(1)
    matrix = torch.randn(256, 256)
    began = time.monotonic()
    for _ in range(4500):
        matrix = torch.tanh(matrix @ matrix)
    train.report({"took": time.monotonic() - began})

TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""
MEGABYTE = 1e6
TARGETS = "first point: p50 <= 0.8 s, p95 <= 2 s, ratio >= 20; end: ratio >= 12; ready <= 700 MB; further rank <= 80 MB"


def noted(source: str) -> str:
    """The program that notes the moment of its first report where the environment asks for it."""
    return NOTE + source.replace("        train.report(", "        note_first_report()\n        train.report(")


async def plain(source: str, folder: Path) -> Run:
    """`python FILE`, kept off the network, and believing in as many CPUs as ours does: four ranks fit on two cores."""
    note, program = folder / "note", folder / "program.py"
    note.unlink(missing_ok=True)
    program.write_text(source)
    environment = {**os.environ, "FIRST_REPORT_NOTE": str(note), "RAY_AUTH_MODE": "disabled"}
    environment.update(RAY_USAGE_STATS_ENABLED="0", GLOO_SOCKET_IFNAME="lo")
    environment["RAY_OVERRIDE_RESOURCES"] = json.dumps({"CPU": Limits().logical_cpus})
    began = time.time()
    nothing = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(program), env=environment, stdout=nothing, stderr=nothing
    )
    if await process.wait() != 0:
        raise SystemExit(f"plain python failed on {program.name}")
    return Run(first=float(note.read_text()) - began, end=time.time() - began)


def spread(runs: list[Run], what: str) -> tuple[float, float]:
    """The median and the 95th percentile."""
    values = sorted(getattr(run, what) for run in runs)
    return statistics.median(values), values[min(len(values) - 1, round(0.95 * (len(values) - 1)))]


async def memory(server: Measured, programs: dict[str, str], runs: int) -> dict[str, float]:
    """Megabytes: a ready sandbox, its run with two ranks and with four at its peak, and a further rank."""
    peaks: dict[str, list[int]] = {name: [] for name in programs}
    ready = []
    for _ in range(runs):
        for name, source in programs.items():
            await server.ready(1)
            if not server.enclosure.held():
                return {}
            ready.append(server.enclosure.held()[0])
            peaks[name].append((await server.run(source, watch_memory=True)).peak_bytes)
    if not ready:
        return {}
    two, four = (statistics.median(values) / MEGABYTE for values in peaks.values())
    return {
        "ready_mb": statistics.median(ready) / MEGABYTE,
        "two_ranks_mb": two,
        "four_ranks_mb": four,
        "further_rank_mb": (four - two) / 2,
    }


async def refill_share(server: Measured, runs: int) -> float:
    """How much longer a busy loop takes beside a refill than alone, as a share."""
    took: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(runs):
        for beside in took:
            server.enclosure.refills_beside = beside
            await server.ready(1)
            await server.run("pass")  # the next one is started the way that is asked for
            await server.ready(1)
            run = await server.run(BUSY)
            took[beside].append(max(metrics["took"] for metrics in run.metrics))
    server.enclosure.refills_beside = True
    return statistics.median(took[True]) / statistics.median(took[False]) - 1


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Everything, in one server."""
    programs = {"snippet, 2 ranks": noted(SNIPPET), "train01, 4 ranks": noted(SOLUTION.read_text())}
    measured: dict[str, dict[str, list[Run]]] = {name: {"plain": [], "ours": []} for name in programs}
    with tempfile.TemporaryDirectory() as folder:
        async with measured_server(1) as server:
            for _ in range(options.runs):
                for name, source in programs.items():
                    await server.ready(1)
                    if options.plain:
                        measured[name]["plain"].append(await plain(source, Path(folder)))
                    measured[name]["ours"].append(await server.run(source))
            result: dict[str, Any] = {"benchmark": "first_metric", "runs": options.runs}
            result["level"] = server.enclosure.level
            for name, sides in measured.items():
                for what in ("first", "end"):
                    row = {f"{side}_p50": spread(runs, what)[0] for side, runs in sides.items() if runs}
                    row.update({f"{side}_p95": spread(runs, what)[1] for side, runs in sides.items() if runs})
                    result[f"{name}, {what}"] = row
            result["memory"] = await memory(server, programs, options.memory_runs)
            result["refill_share"] = await refill_share(server, options.refill_runs) if options.refill_runs else None
    return result


def show(result: dict[str, Any]) -> None:
    """The table."""
    print(f"sandbox level {result['level']}, {result['runs']} runs a side, seconds")
    print(f"{'':<28}{'python FILE':>16}{'Allranks':>18}{'':>8}")
    print(f"{'Run to ...':<28}{'p50':>8}{'p95':>8}{'p50':>10}{'p95':>8}{'ratio':>8}")
    for name, row in result.items():
        if not isinstance(row, dict) or name == "memory":
            continue
        plain_p50, plain_p95 = row.get("plain_p50", float("nan")), row.get("plain_p95", float("nan"))
        ratio = plain_p50 / row["ours_p50"]
        print(
            f"{name:<28}{plain_p50:>8.2f}{plain_p95:>8.2f}{row['ours_p50']:>10.2f}{row['ours_p95']:>8.2f}{ratio:>8.1f}"
        )
    for name, value in result["memory"].items():
        print(f"{name.replace('_', ' ').replace(' mb', ', MB'):<28}{value:>8.0f}")
    if result["refill_share"] is not None:
        print(f"{'busy run beside a refill':<28}{result['refill_share']:>+8.1%}")
    print(f"targets: {TARGETS}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20, help="timed runs of each program on each side")
    parser.add_argument("--memory-runs", type=int, default=3, help="runs of each program whose memory is watched")
    parser.add_argument("--refill-runs", type=int, default=3, help="busy runs alone, and as many beside a refill")
    parser.add_argument("--no-plain", dest="plain", action="store_false", help="measure our side only")
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    options = parser.parse_args()
    result = asyncio.run(measure(options))
    show(result)
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
