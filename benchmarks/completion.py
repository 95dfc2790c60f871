"""How long do completion, the help of a call and the explanation of a name take in the page?

    PYTHONPATH=backend:tests/support python benchmarks/completion.py [--rounds 5] [--json]

Real Chromium, the built page from our own server on this machine. Two tables. "on screen": from the key to what it
shows, pressed as soon as the editor takes keys in a browser that has never seen the page (Pyodide and jedi load
meanwhile), and then again and again in the same page once they are there; the ratio is of these two. "the worker": its
answers alone, asked once for each line of each exercise's solution: a name behind its first dot, its first call, its
last name.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import keyword
import statistics
import tempfile
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from allranks.catalog import default_exercises_folder, read_exercise
from bootstrap.tools import find_chromium
from playing import playing

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
TEXT = "from ray import train\n\ntrain.report("
KINDS = {
    "complete": ("Control+Space", ".cm-tooltip-autocomplete li", ["ArrowLeft"]),
    "signature": ("Control+Shift+Space", ".cm-signature", []),
    "hover": ("F2", ".cm-described:not(.cm-signature)", ["ArrowLeft", "ArrowLeft"]),
}
"""Of each kind its key, what it shows, and the keys that lead to its place in the text."""
ANSWERS_MS = 120_000

WATCH = """
() => {
  const Real = window.Worker;
  window.Worker = class extends Real {
    constructor(url, options) {
      super(url, options);
      if (options?.name === 'completion') window.completionWorker = this;
    }
  };
  let pressed = NaN;
  document.addEventListener('keydown', () => { pressed = performance.now(); }, true);
  window.shown = (selector) => new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      resolve(performance.now() - pressed);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true });
    look();
  });
  window.answered = ({ kind, source, line, column }) => new Promise((resolve) => {
    const began = performance.now();
    const hear = ({ data }) => {
      window.completionWorker.removeEventListener('message', hear);
      resolve([performance.now() - began, data.json !== 'null']);
    };
    window.completionWorker.addEventListener('message', hear);
    window.completionWorker.postMessage({ kind, id: 0, source, line, column });
  });
}
"""


def opened(browser: Browser, address: str) -> Page:
    """The scratchpad with the text, in an empty profile, as soon as it can be typed in."""
    page = browser.new_context(viewport={"width": 1440, "height": 1000}).new_page()
    page.add_init_script(f"({WATCH})()")
    page.goto(f"{address}/#scratch", wait_until="commit")
    page.locator("[data-ready=true] .cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(TEXT)
    return page


def on_screen(page: Page, kind: str, times: int) -> tuple[float, list[float]]:
    """Milliseconds from the key to what it shows: the first time, and each time after it."""
    key, selector, way = KINDS[kind]
    page.keyboard.press("Escape")
    for step in way:
        page.keyboard.press(step)
    found = []
    for _ in range(1 + times):
        page.keyboard.press(key)
        found.append(float(page.evaluate("(selector) => window.shown(selector)", selector)))
        # The list takes no key in its first moments.
        while page.locator(selector).count():
            page.keyboard.press("Escape")
    return found[0], found[1:]


def questions(source: str) -> Iterator[dict[str, Any]]:
    """What somebody who writes this program asks, line by line. What stands right of the cursor is not written yet."""
    lines = source.split("\n")
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    asked: set[tuple[str, int]] = set()

    def at(kind: str, line: int, column: int, text: str) -> Iterator[dict[str, Any]]:
        if (kind, line) not in asked:
            asked.add((kind, line))
            yield {"kind": kind, "source": text, "line": line, "column": column}

    def written(line: int, column: int) -> str:
        return "\n".join([*lines[: line - 1], lines[line - 1][:column], *lines[line:]])

    for token, following in itertools.pairwise(tokens):
        line, column = following.end
        if token.string == "." and following.type == tokenize.NAME:
            line, column = token.end
            yield from at("complete", line, column, written(line, column))
        elif token.type == tokenize.NAME and not keyword.iskeyword(token.string) and following.string == "(":
            yield from at("signature", line, column, written(line, column))
    for token in reversed(tokens):
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            yield from at("hover", token.start[0], token.start[1], source)


def solutions() -> list[str]:
    folder = default_exercises_folder()
    return [read_exercise(path.parent).solution for path in sorted(folder.glob("*/exercise.toml"))]


def measure(rounds: int, times: int) -> dict[str, dict[str, Any]]:
    """By kind: the moments on screen, and the worker's answers."""
    found: dict[str, dict[str, Any]] = {kind: {"first": [], "warm": [], "worker": [], "known": 0} for kind in KINDS}
    with (
        tempfile.TemporaryDirectory(prefix="bench-") as folder,
        playing(Path(folder)) as stage,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for _ in range(rounds):
            for kind, of in found.items():
                page = opened(browser, stage.address)
                first, warm = on_screen(page, kind, times)
                of["first"].append(first)
                of["warm"] += warm
                page.context.close()
        page = opened(browser, stage.address)
        page.locator("[data-completion=ready]").wait_for(state="attached", timeout=ANSWERS_MS)
        for source in solutions():
            for question in questions(source):
                took, known = page.evaluate("(question) => window.answered(question)", question)
                found[question["kind"]]["worker"].append(took)
                found[question["kind"]]["known"] += known
        browser.close()
    return found


def summed_up(of: dict[str, Any]) -> dict[str, float]:
    worker = sorted(of["worker"])
    first, warm = statistics.median(of["first"]), statistics.median(of["warm"])
    return {
        "first_ms": first,
        "warm_ms": warm,
        "warm_p95_ms": sorted(of["warm"])[int(0.95 * len(of["warm"]))],
        "ratio": first / warm,
        "worker_p50_ms": worker[len(worker) // 2],
        "worker_p95_ms": worker[int(0.95 * len(worker))],
        "worker_worst_ms": worker[-1],
        "questions": len(worker),
        "known": of["known"],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="visits in an empty browser, for each kind")
    parser.add_argument("--times", type=int, default=10, help="how often the key is pressed again in each visit")
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    options = parser.parse_args(arguments)
    results = {kind: summed_up(of) for kind, of in measure(options.rounds, options.times).items()}
    print(f"{'on screen, ms':<16}{'first':>8}{'warm':>8}{'p95':>8}{'ratio':>8}")
    for kind, row in results.items():
        print(f"{kind:<16}{row['first_ms']:>8.0f}{row['warm_ms']:>8.0f}{row['warm_p95_ms']:>8.0f}{row['ratio']:>8.0f}")
    print(f"\n{'the worker, ms':<16}{'p50':>8}{'p95':>8}{'worst':>8}{'asked':>8}{'known':>8}")
    for kind, row in results.items():
        print(f"{kind:<16}{row['worker_p50_ms']:>8.0f}{row['worker_p95_ms']:>8.0f}", end="")
        print(f"{row['worker_worst_ms']:>8.0f}{row['questions']:>8.0f}{row['known']:>8.0f}")
    if options.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
