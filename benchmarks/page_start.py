"""How long until one can type, and until the linter answers, in a browser that has never seen the page?

    PYTHONPATH=backend:tests/support python benchmarks/page_start.py [--rounds 7] [--json]

Real Chromium, an empty profile each round, the built page from our own server on this machine. "first paint" is the
browser's own first contentful paint; "typed" is when a key pressed in the editor stands in it; "linter" is when Pyodide
has booted and has linted the program. With and without the compressed twins, in turn.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from allranks.web import page as served_page
from allranks.web.compressed import Sent
from bootstrap.tools import find_chromium
from playing import playing

COLUMNS = ("first paint", "typed", "linter")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def visit(browser: Browser, address: str) -> dict[str, float]:
    """Seconds from the navigation on, in an empty profile."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000})
    page = context.new_page()
    began = time.monotonic()
    page.goto(f"{address}/#train01", wait_until="commit")
    page.locator("[data-ready=true] .cm-content").wait_for()
    page.keyboard.type("x")
    page.locator(".cm-line", has_text="x").first.wait_for()
    typed = time.monotonic() - began
    page.locator("[data-lint=ready]").wait_for(timeout=120_000)
    linter = time.monotonic() - began
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN") / 1000
    context.close()
    return dict(zip(COLUMNS, (paint, typed, linter), strict=True))


def measure(rounds: int) -> dict[str, list[dict[str, float]]]:
    """Every visit, by what was served."""
    found: dict[str, list[dict[str, float]]] = {"compressed": [], "plain": []}
    smallest = served_page.smallest
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        playing(Path(folder)) as stage,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        visit(browser, stage.address)
        for _ in range(rounds):
            for name, visits in found.items():
                plain = name == "plain"
                served_page.smallest = (
                    (lambda path, stat, accepted: Sent(path, stat, None, False)) if plain else smallest
                )
                visits.append(visit(browser, stage.address))
        browser.close()
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    found = measure(options.rounds)
    if options.json:
        print(json.dumps(found))
        return
    print(f"seconds, least and median of {options.rounds} cold visits")
    print(f"{'':14}" + "".join(f"{column:>18}" for column in COLUMNS))
    for name, visits in found.items():
        cells = ([visit[column] for visit in visits] for column in COLUMNS)
        print(f"{name:14}" + "".join(f"{min(cell):8.2f}{statistics.median(cell):10.2f}" for cell in cells))


if __name__ == "__main__":
    main()
