"""What does the recorder add to a `train.report`? Measured inside real ranks, as a share of the report itself.

    python benchmarks/report_overhead.py [--reports N] [--json]

One run with two ranks. Each rank times the recorder's part of a report (flattening the metrics and sending the event)
and the whole `train.report` around it, and prints both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics

from allranks.protocol import Job, Limits, LogWritten, RunFinished
from allranks.runners.local import LocalRunner

PROGRAM = """
import json, time
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    from allranks.recorder import worker
    observed, whole = [], []
    real = worker.reported
    def timed():
        began = time.perf_counter()
        real()
        observed.append(time.perf_counter() - began)
    worker.reported = timed
    for step in range({reports}):
        metrics = {{"loss": 1.0 / (step + 1), "epoch": step, "inner": {{"accuracy": 0.5}}}}
        began = time.perf_counter()
        train.report(metrics)
        whole.append(time.perf_counter() - began)
    print("TIMES" + json.dumps([observed, whole]), flush=True)

TorchTrainer(loop, train_loop_config={{}}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""


async def measure(reports: int) -> tuple[list[float], list[float]]:
    """Seconds of each observation and of each whole report, all ranks together."""
    job = Job(run_id="report-overhead", file_name="program.py", source=PROGRAM.format(reports=reports), limits=Limits())
    text: dict[int | None, str] = {}
    async for event in LocalRunner().execute(job):
        if isinstance(event, LogWritten) and event.origin == "program":
            text[event.rank] = text.get(event.rank, "") + event.text
        if isinstance(event, RunFinished) and event.end != "completed":
            raise SystemExit(f"the run did not complete: {event.sentence} {text}")
    observed: list[float] = []
    whole: list[float] = []
    for rank in (0, 1):
        mine, all_of_it = json.loads(text[rank].partition("TIMES")[2])
        observed += mine
        whole += all_of_it
    return observed, whole


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--reports", type=int, default=300)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    observed, whole = asyncio.run(measure(options.reports))
    result = {
        "benchmark": "report_overhead",
        "reports_per_rank": options.reports,
        "observed_ms_p50": statistics.median(observed) * 1000,
        "observed_ms_p99": statistics.quantiles(observed, n=100)[98] * 1000,
        "report_ms_p50": statistics.median(whole) * 1000,
        "share": statistics.median(observed) / statistics.median(whole),
    }
    print(f"{'ms a report and rank':<32}{'p50':>10}{'p99':>10}")
    print(f"{'recorder':<32}{result['observed_ms_p50']:>10.3f}{result['observed_ms_p99']:>10.3f}")
    print(f"{'whole train.report':<32}{result['report_ms_p50']:>10.3f}")
    print(f"{'share of the report':<32}{result['share']:>10.2%}")
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
