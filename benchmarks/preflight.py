"""How long does what is known before a run take: the lint for this server's capabilities, and whether the request for
workers can be met?

    python benchmarks/preflight.py [--tries 20]

The programs are the exercises' solutions, linted as a run does it; the decision is asked about a request that fits and
one that does not. Beside it stands the same lint without capabilities. Told is processor time: its median over the
tries and its worst, in milliseconds. The house allows 50 for all of it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from allranks.diagnosis import impossible
from allranks.protocol import Limits, NodeOffered, WorkersRequested
from allranks.runs import cluster_of, importable
from allranks.runs.problems import problems_in

SOLUTIONS = sorted((Path(__file__).parents[1] / "exercises").glob("*/solution.py"))
NODE = {"CPU": 16.0, "memory": 8e9, "object_store_memory": 8e7, "node:127.0.0.2": 1.0}


def request(workers: int) -> WorkersRequested:
    """So many workers, asked of the sandbox's one node."""
    return WorkersRequested(
        workers=workers,
        resources_per_worker={"CPU": 1.0},
        labels={},
        cluster=NODE,
        largest_node=NODE,
        nodes=[NodeOffered(resources=NODE, labels={"ray.io/node-id": "ab12"})],
    )


def milliseconds(work: Callable[[], object], tries: int) -> list[float]:
    """Processor time of each of so many tries, after one that does not count."""
    work()
    found = []
    for _ in range(tries):
        start = time.process_time()
        work()
        found.append((time.process_time() - start) * 1000)
    return found


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tries", type=int, default=20)
    tries = parser.parse_args().tries
    cluster = cluster_of(Limits(), 0, packages=list(importable()), sealed=True)
    print(f"{'program':<28}{'all':>16}{'lint':>16}{'lint, no capabilities':>24}{'decision':>16}")
    for file in SOLUTIONS:
        source = file.read_text()

        def lint(text: str = source) -> object:
            return problems_in(text, "program.py", cluster)

        def bare(text: str = source) -> object:
            return problems_in(text, "program.py", None)

        def decide(text: str = source) -> object:
            return impossible(request(4), text), impossible(request(40), text)

        linted, alone, decided = (milliseconds(work, tries) for work in (lint, bare, decide))
        whole = [sum(pair) for pair in zip(linted, decided, strict=True)]
        cells = "".join(told(times, width) for times, width in ((whole, 16), (linted, 16), (alone, 24), (decided, 16)))
        print(f"{file.parent.name:<28}{cells}")


def told(times: list[float], width: int) -> str:
    """The median and the worst."""
    return f"{statistics.median(times):.2f} / {max(times):.2f}".rjust(width)


if __name__ == "__main__":
    main()
