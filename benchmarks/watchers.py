"""Does a class that watches a run slow it down? The same run watched by one and by many, in turn.

    python benchmarks/watchers.py [--watchers 30] [--rounds 5] [--rate 160] [--seconds 5] [--json]

A scripted run says `--rate` things a second (four ranks that report 40 times a second say 160), the server stores each
in SQLite and sends it to every watcher over a socket of its own. How long the run takes is measured in the server; how
late the watchers are, from the moment an event was stored to the moment that its last watcher had it. Everything, the
watchers too, is one process on one event loop, so the real server is better off.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import websockets

from allranks.protocol import LogWritten, RunFinished
from allranks.runners import ScriptedRunner
from allranks.runners.scripted import Step
from allranks.store import SqliteEventLog
from allranks.web import Settings, create_app
from allranks.web.server import Server, listen


@dataclass
class Watched:
    """One run: how long it took, and how late its watchers were."""

    seconds: float
    lateness: list[float]


def script(rate: int, seconds: float) -> list[Step]:
    """Says `rate` things a second, and catches up after each delay, as a training run does."""
    began: list[float] = []
    steps: list[Step] = []
    for number in range(int(rate * seconds)):

        async def wait(due: float = number / rate) -> None:
            if not began:
                began.append(time.monotonic())
            await asyncio.sleep(max(0.0, began[0] + due - time.monotonic()))

        steps += [wait, LogWritten(attempt=1, rank=0, stream="stdout", origin="program", text=f"{number}\n")]
    return [*steps, RunFinished(end="completed", sentence="The program ran to its end.", exit_code=0)]


async def watched(port: int, watchers: int) -> Watched:
    """Run once, with so many watching from the beginning."""
    address = f"ws://127.0.0.1:{port}/api/socket"
    arrived: dict[int, float] = {}
    stored: dict[int, float] = {}
    async with websockets.connect(address, max_size=None) as owner:
        submit = {"kind": "submit", "request_id": f"watch-{time.monotonic_ns()}", "exercise_id": None, "source": "pass"}
        await owner.send(json.dumps(submit))
        run_id = json.loads(await owner.recv())["run_id"]

        async def follow(socket: websockets.ClientConnection) -> int:
            count = 0
            async for message in socket:
                now = time.time()
                for record in json.loads(message).get("records", []):
                    count += 1
                    stored[record["seq"]] = record["time"]
                    arrived[record["seq"]] = max(arrived.get(record["seq"], 0.0), now)
                    if record["event"]["kind"] == "run_finished":
                        return count
            return count

        async def watch() -> int:
            async with websockets.connect(address, max_size=None) as socket:
                await socket.send(json.dumps({"kind": "watch", "run_id": run_id, "after_seq": 0}))
                return await follow(socket)

        counts = await asyncio.gather(follow(owner), *(watch() for _ in range(watchers - 1)))
    assert set(counts) == {len(stored)}, f"somebody missed a record: {counts}"
    times = [stored[seq] for seq in sorted(stored)]
    return Watched(times[-1] - times[0], [arrived[seq] - stored[seq] for seq in stored])


@asynccontextmanager
async def served(rate: int, seconds: float) -> AsyncGenerator[int, None]:
    """A server of our own on a free port."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        settings = Settings(port=0, data_dir=Path(name), warm_sandboxes=0)
        listening = listen(settings)
        event_log = await SqliteEventLog.open(settings.data_dir / "runs.sqlite")
        ready = asyncio.Event()
        app = create_app(settings, runner=ScriptedRunner(lambda job: script(rate, seconds)), event_log=event_log)
        server = Server(app, settings, ready.set)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            await ready.wait()
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            await task
            await event_log.close()
            listening.close()


async def measure(options: argparse.Namespace) -> dict[str, float]:
    """Rounds in turn, so that a busy moment of the machine meets both."""
    alone: list[Watched] = []
    together: list[Watched] = []
    async with served(options.rate, options.seconds) as port:
        for _ in range(options.rounds):
            alone.append(await watched(port, 1))
            together.append(await watched(port, options.watchers))
    late = sorted(late for run in together for late in run.lateness)
    return {
        "seconds_one": statistics.median(run.seconds for run in alone),
        "seconds_many": statistics.median(run.seconds for run in together),
        "ratio": statistics.median(b.seconds / a.seconds for a, b in zip(alone, together, strict=True)),
        "last_watcher_ms_median": 1000 * statistics.median(late),
        "last_watcher_ms_p95": 1000 * late[int(0.95 * len(late))],
    }


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rate", type=int, default=160, help="events a second")
    parser.add_argument("--seconds", type=float, default=5.0, help="of one run")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(measure(options))
    if options.json:
        print(json.dumps(found))
        return
    print(f"{options.rate} events a second for {options.seconds:g} s, {options.rounds} rounds in turn")
    print(f"  the run, 1 watcher      {found['seconds_one']:6.2f} s")
    print(f"  the run, {options.watchers} watchers    {found['seconds_many']:6.2f} s   ratio {found['ratio']:.3f}")
    median, most = found["last_watcher_ms_median"], found["last_watcher_ms_p95"]
    print(f"  the last of them is {median:.0f} ms late, 95 % at most {most:.0f} ms")


if __name__ == "__main__":
    main()
