"""How soon can a learner type, how soon is there lint, and how long after the last key is a problem underlined?

    python benchmarks/lint_in_the_page.py [--tries 20] [--json]

Opens the built page's scratchpad in Chromium twice, with the policy headers that the server sends: once as it is
served, and once with the standard library as Pyodide ships it, which is smaller and must be compiled in the page.
"""

from __future__ import annotations

import argparse
import json
import statistics
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from playwright.sync_api import sync_playwright
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse
from starlette.routing import BaseRoute, Mount, Route

from allranks.web.page import Page, default_page_folder, protection
from bootstrap.tools import find_chromium

SHIPPED = Path(__file__).parents[1] / "frontend/node_modules/pyodide/python_stdlib.zip"
CHROMIUM_OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
CHROMIUM_OPTIONS += ["--disable-background-networking", "--disable-component-update"]

WATCH = """
() => {
  window.moments = {};
  const note = (name) => (window.moments[name] ??= performance.now());
  let lastKey = 0;
  document.addEventListener('keydown', () => { lastKey = performance.now(); }, true);
  window.underlined = (word) => new Promise((resolve) => {
    const look = () => {
      const found = [...document.querySelectorAll('.cm-lintRange')].some((range) => range.textContent === word);
      if (found) { observer.disconnect(); resolve(performance.now() - lastKey); }
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
  const look = () => {
    if (document.querySelector('.cm-content[contenteditable=true]')) note('typable');
    if (document.querySelector('[data-lint=ready]')) note('ready');
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}
"""


@contextmanager
def served(folder: Path, standard_library: Path | None) -> Generator[str, None, None]:
    """Serve the page, with another standard library if one is given; its address."""

    def shipped(request: Request) -> FileResponse:
        assert standard_library is not None
        headers = protection(request.headers["host"])
        return FileResponse(standard_library, media_type="application/zip", headers=headers)

    routes: list[BaseRoute] = [Mount("/", Page(folder))]
    if standard_library is not None:
        routes.insert(0, Route("/pyodide/{folder}/python_stdlib.zip", shipped))
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes), port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/#scratch"
    finally:
        server.should_exit = True
        thread.join()


def measure(address: str, tries: int) -> dict[str, float]:
    """Milliseconds from the navigation until typing counts and until lint, and from a last key to its squiggle."""
    with sync_playwright() as playwright:
        options = {"executable_path": find_chromium(), "args": CHROMIUM_OPTIONS}
        browser = playwright.chromium.launch(**options)
        page = browser.new_page()
        page.add_init_script(f"({WATCH})()")
        page.goto(address)
        page.locator("[data-lint=ready]").wait_for(state="attached")
        moments = page.evaluate("window.moments")
        page.locator(".cm-content").click()
        page.keyboard.press("Control+End")
        delays = []
        for attempt in range(tries):
            word = f"missing{attempt}"
            page.keyboard.press("Enter")
            page.keyboard.type(word, delay=40)
            delays.append(page.evaluate("(word) => window.underlined(word)", word))
        browser.close()
    return {
        "typable_ms": moments["typable"],
        "lint_ready_ms": moments["ready"],
        "squiggle_median_ms": statistics.median(delays),
        "squiggle_worst_ms": max(delays),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=20, help="words that are typed")
    parser.add_argument("--page-dir", type=Path, default=default_page_folder(), help="the built page")
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    arguments = parser.parse_args()
    if not (arguments.page_dir / "index.html").is_file():
        parser.error(f"the page is not built in {arguments.page_dir}: run make setup, or name it with --page-dir")
    results = {}
    for name, standard_library in {"as served": None, "as Pyodide ships it": SHIPPED}.items():
        with served(arguments.page_dir, standard_library) as address:
            results[name] = measure(address, arguments.tries)
    print(f"{'standard library':<22}{'typable':>10}{'lint ready':>12}{'squiggle':>10}{'worst':>8}   ms")
    for name, row in results.items():
        print(f"{name:<22}{row['typable_ms']:>10.0f}{row['lint_ready_ms']:>12.0f}", end="")
        print(f"{row['squiggle_median_ms']:>10.0f}{row['squiggle_worst_ms']:>8.0f}")
    if arguments.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
