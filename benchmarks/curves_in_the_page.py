"""Does the page keep up with a hundred thousand reports while they arrive?

    python benchmarks/curves_in_the_page.py [--reports 25000] [--rate 2000] [--json]

Plays a run of four ranks to the built page in Chromium over its real socket and measures there the time from one
animation frame to the next, how long of it the page's main thread is busy, tasks of more than 50 ms, and the heap.
Beside it stand an empty page, which shows what the machine can do at all, the same page with a thousand reports, and a
run of sixteen ranks. Chromium has no GPU here.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from allranks.protocol import MetricsReported
from allranks.runners.scripted import Step
from bootstrap.tools import find_chromium
from playing import Stage, playing
from stories import Story

CHROMIUM_OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
CHROMIUM_OPTIONS += ["--disable-background-networking", "--disable-component-update", "--enable-precise-memory-info"]
RANKS = 4
MANY_RANKS, THEIR_REPORTS = 16, 2_000
CHUNK = 10
"""Reports of each rank between two pauses of the stream."""
RUN_MS = 600_000

MEASURE = """
() => {
  window.frames = [];
  window.long = [];
  let before = performance.now();
  const note = (now) => { window.frames.push(now - before); before = now; requestAnimationFrame(note); };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(note); });
  new PerformanceObserver((seen) => {
    for (const task of seen.getEntries()) window.long.push(task.duration);
  }).observe({ type: 'longtask' });
}
"""
TAKE = "() => ({ frames: window.frames, long: window.long, heap: performance.memory.usedJSHeapSize })"


def stream(ranks: int, reports: int, rate: float) -> Iterator[Step]:
    """`reports` of each rank, `rate` records a second of all together."""
    story = Story().group(ranks)
    yield from story.events

    async def pause() -> None:
        await asyncio.sleep(CHUNK * ranks / rate)

    for index in range(reports):
        if index % CHUNK == 0:
            yield pause
        for rank in range(ranks):
            loss = 2 * math.exp(-index / reports * 3) + 0.1 * math.sin(index * (rank + 1)) + 0.05 * rank
            yield MetricsReported(
                attempt=1,
                rank=rank,
                index=index,
                metrics={"loss": loss, "step": index},
                with_checkpoint=False,
                reported_at=0.0,
            )
    yield from story.group_ended().ended().events[-2:]


def summed_up(taken: dict[str, Any]) -> dict[str, float]:
    frames = sorted(taken["frames"])
    return {
        "seconds": sum(frames) / 1000,
        "frames_per_second": 1000 * len(frames) / sum(frames),
        "median_ms": frames[len(frames) // 2],
        "p95_ms": frames[int(0.95 * len(frames))],
        "p99_ms": frames[int(0.99 * len(frames))],
        "worst_ms": frames[-1],
        "busy_ms_a_frame": 1000 * taken["busy"] / len(frames),
        "long_tasks": len(taken["long"]),
        "long_ms": sum(taken["long"]),
        "heap_mib": taken["heap"] / 2**20,
    }


def of_a_run(browser: Browser, stage: Stage, ranks: int, reports: int, rate: float) -> dict[str, float]:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.goto(f"{stage.address}/#scratch")
    page.locator("[data-lint=ready]").wait_for(state="attached", timeout=RUN_MS)
    stage.script = lambda job: stream(ranks, reports, rate)
    page.keyboard.press("Control+Enter")
    page.locator("[data-rank-points]").wait_for(state="attached", timeout=RUN_MS)
    thread = main_thread(page)
    before = busy_seconds(thread)
    page.evaluate(MEASURE)
    wait_for_points(page, ranks * reports)
    taken = page.evaluate(TAKE) | {"busy": busy_seconds(thread) - before}
    page.close()
    return summed_up(taken)


def main_thread(page: Page) -> CDPSession:
    """Counts from now on, on the thread's own clock: what else the machine does makes no difference to it."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def busy_seconds(session: CDPSession) -> float:
    told = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return float(told["TaskDuration"])


def wait_for_points(page: Page, points: int) -> None:
    page.wait_for_function(
        "(points) => document.querySelector('[data-points]')?.dataset.points === String(points)",
        arg=points,
        timeout=RUN_MS,
    )


def of_an_empty_page(browser: Browser, seconds: float) -> dict[str, float]:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    thread = main_thread(page)
    before = busy_seconds(thread)
    page.evaluate(MEASURE)
    page.wait_for_timeout(1000 * seconds)
    taken = page.evaluate(TAKE) | {"busy": busy_seconds(thread) - before}
    page.close()
    return summed_up(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", type=int, default=25_000, help="reports of each of the four ranks")
    parser.add_argument("--rate", type=float, default=2_000, help="records a second; a run may not say more for long")
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    arguments = parser.parse_args()
    results: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, playing(Path(folder)) as stage, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_OPTIONS)
        results["an empty page"] = of_an_empty_page(browser, 5)
        results["1,000 reports"] = of_a_run(browser, stage, RANKS, 250, arguments.rate / 8)
        many = f"{arguments.reports * RANKS:,} reports"
        results[many] = of_a_run(browser, stage, RANKS, arguments.reports, arguments.rate)
        wide = f"{MANY_RANKS} ranks x {THEIR_REPORTS:,}"
        results[wide] = of_a_run(browser, stage, MANY_RANKS, THEIR_REPORTS, arguments.rate)
        browser.close()
    print(f"{'':<20}{'s':>6}{'frames/s':>10}{'median':>8}{'p95':>7}{'p99':>7}{'worst':>7}{'busy':>7} ms", end="")
    print(f"{'long tasks':>12}{'heap':>8} MiB")
    for name, row in results.items():
        print(f"{name:<20}{row['seconds']:>6.1f}{row['frames_per_second']:>10.1f}{row['median_ms']:>8.1f}", end="")
        print(f"{row['p95_ms']:>7.1f}{row['p99_ms']:>7.1f}{row['worst_ms']:>7.0f}", end="")
        print(f"{row['busy_ms_a_frame']:>7.1f}{row['long_tasks']:>15.0f}", end="")
        print(f"{row['heap_mib']:>8.1f}")
    if arguments.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
