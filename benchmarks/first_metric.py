"""How long from Run to the first point, and to the end? Ours beside `python FILE` with plain Ray, in one run.

    python benchmarks/first_metric.py [--runs N] [--json]

Both sides run the same program with two ranks, one after the other and interleaved. Plain: from the start of
`python FILE` to the moment rank 0 calls its first `train.report`, and to the end of the process. Ours: from the
`Submit` on the socket of a running server to the arrival of the first `MetricsReported` on the same socket, and to
`RunFinished`, when no process of the run is left.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PROGRAM = """
import os, time
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
        if epoch == 0 and train.get_context().get_world_rank() == 0 and config["note"]:
            with open(config["note"], "w") as file:
                file.write(str(time.time()))
        train.report({"loss": loss.item(), "epoch": epoch})

TorchTrainer(
    train_loop,
    train_loop_config={"note": os.environ.get("FIRST_REPORT_NOTE", "")},
    torch_config=TorchConfig(backend="gloo"),
    scaling_config=ScalingConfig(num_workers=2),
).fit()
"""


def plain(folder: Path) -> tuple[float, float]:
    """Seconds to the first report and to the end of `python FILE`."""
    note, program = folder / "note", folder / "program.py"
    note.unlink(missing_ok=True)
    program.write_text(PROGRAM)
    environment = {**os.environ, "FIRST_REPORT_NOTE": str(note), "RAY_AUTH_MODE": "disabled"}
    environment.update(RAY_USAGE_STATS_ENABLED="0", GLOO_SOCKET_IFNAME="lo")
    began = time.time()
    subprocess.run(
        [sys.executable, str(program)],
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    ended = time.time()
    return float(note.read_text()) - began, ended - began


def ours(address: str) -> tuple[float, float]:
    """Seconds to the first report on the socket and to the end of the run."""
    first = 0.0
    with connect(f"ws://{address}/api/socket", max_size=2**24) as socket:
        began = time.time()
        submit = {"kind": "submit", "request_id": uuid.uuid4().hex, "exercise_id": None, "source": PROGRAM}
        socket.send(json.dumps(submit))
        for message in socket:
            answer = json.loads(message)
            if answer["kind"] == "refused":
                raise SystemExit(f"refused: {answer}")
            event = answer.get("record", {}).get("event", {})
            if event.get("kind") == "metrics_reported" and not first:
                first = time.time() - began
            if event.get("kind") == "run_finished":
                if event["end"] != "completed":
                    raise SystemExit(f"the run did not complete: {event}")
                return first, time.time() - began
    raise SystemExit("the socket ended before the run")


def serve(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """A server of our own on a free port, and its address."""
    command = [sys.executable, "-c", "import sys; from allranks.cli.main import main; sys.exit(main())"]
    server = subprocess.Popen(
        [*command, "serve", "--port", "0", "--data-dir", str(folder / "data")], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    return server, line.strip().rsplit("http://", 1)[1]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    measured: dict[str, list[tuple[float, float]]] = {"plain": [], "ours": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server, address = serve(folder)
        try:
            for _ in range(options.runs):
                measured["plain"].append(plain(folder))
                measured["ours"].append(ours(address))
        finally:
            server.terminate()
            server.wait(20)
    result: dict[str, Any] = {"benchmark": "first_metric", "runs": options.runs}
    for position, what in enumerate(("first_report", "end")):
        medians = {side: statistics.median(run[position] for run in runs) for side, runs in measured.items()}
        result[what] = {**medians, "plain_over_ours": medians["plain"] / medians["ours"]}
    print(f"{'median seconds of ' + str(options.runs):<24}{'python FILE':>12}{'Allranks':>12}{'ratio':>8}")
    for what in ("first_report", "end"):
        row = result[what]
        label = f"Run to {what.replace('_', ' ')}"
        print(f"{label:<24}{row['plain']:>12.2f}{row['ours']:>12.2f}{row['plain_over_ours']:>8.2f}")
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
