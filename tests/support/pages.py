"""The page in a real Chromium, as a person uses it."""

from __future__ import annotations

import json
import urllib.request
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

RUN_MS = 100_000
LINT_MS = 20_000

WATCH_DRAWING = """
window.drawn = {};
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) { super(...given); window.sockets.push(this); }
};
new MutationObserver(() => {
  for (const chart of document.querySelectorAll('[data-rank-points]')) {
    chart.dataset.rankPoints.split(',').forEach((points, rank) => {
      const times = (window.drawn[rank] ??= []);
      while (times.length < Number(points)) times.push(Date.now() / 1000);
    });
  }
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-rank-points'] });
"""
"""Notes when each rank's n-th point was on the chart, and keeps the sockets so that a test can cut them."""

SILENT_WORKERS = "window.Worker = class { postMessage() {} terminate() {} };"
"""The linter loads and loads: for tests of something else, which then need not share the cores with two Pythons."""

WATCH_POLICY = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
"""
"""Notes what the page does against its own policy."""


@dataclass
class Person:
    """Somebody at the page. What goes wrong behind their back is kept and looked at in the end."""

    page: Page
    origin: str
    errors: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(WATCH_DRAWING)
        self.page.on("console", lambda message: self._console(message.type, message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self._request(request.url))
        self.page.on("websocket", lambda socket: self._request(socket.url))
        self.page.on("response", lambda response: self._response(response))

    def opens(self, place: str) -> None:
        """Follow a link to a place of the page, and wait until the editor can be typed in."""
        self.page.goto(f"{self.origin}/#{place}")
        expect(self.page.locator("[data-ready=true] .cm-content")).to_be_focused()

    def turns_to(self, place: str) -> None:
        """Another place of the page that is open: nothing is loaded anew, the linter neither."""
        self.page.evaluate("(place) => { location.hash = place; }", place)
        self.page.wait_for_function(
            """(place) => {
                const page = document.querySelector('section[aria-label=Task] [data-page]')?.dataset.page;
                const chosen = document.querySelector('.page > header select').value;
                return place === (page === undefined ? chosen : `chapter/${page}`);
            }""",
            arg=place,
        )
        expect(self.page.locator("[data-ready=true] .cm-content")).to_be_visible()

    def types(self, source: str) -> None:
        """Replace everything in the editor."""
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(source)

    def pastes(self, source: str) -> None:
        """Replace everything from the clipboard. What is long takes Chromium half a minute to insert as typed text."""
        self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.evaluate("(text) => navigator.clipboard.writeText(text)", source)
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.press("ControlOrMeta+V")

    def waits_for_lint(self) -> None:
        expect(self.page.locator("[data-lint=ready]")).to_be_visible(timeout=LINT_MS)

    def problems(self, count: int) -> None:
        """Wait until the problems list says this many."""
        expect(self.page.locator(f"[data-lint=ready][data-problems='{count}']")).to_be_visible(timeout=LINT_MS)

    def runs(self) -> None:
        self.page.keyboard.press("ControlOrMeta+Enter")

    def rank_points(self) -> list[int]:
        """How many points the chart has drawn, rank by rank; empty before the first."""
        chart = self.page.locator("[data-rank-points]")
        if chart.count() == 0:
            return []
        return [int(points) for points in (chart.get_attribute("data-rank-points") or "").split(",") if points]

    def waits_for_points(self, least: int, ranks: int) -> None:
        """Wait until each of `ranks` curves has at least `least` points."""
        self.page.wait_for_function(
            """([least, ranks]) => {
                const chart = document.querySelector('[data-rank-points]');
                const points = chart ? chart.dataset.rankPoints.split(',').map(Number) : [];
                return points.length === ranks && points.every((number) => number >= least);
            }""",
            arg=[least, ranks],
            timeout=RUN_MS,
        )

    def waits_for_end(self, end: str) -> None:
        expect(self.page.locator("[data-end]").first).to_have_attribute("data-end", end, timeout=RUN_MS)

    def leaves(self) -> None:
        """Stop what still runs on this page, so that the next person need not wait for it."""
        stop = self.page.get_by_role("button", name="Stop").first
        if stop.is_visible() and stop.is_enabled():
            self.page.keyboard.press("ControlOrMeta+.")
            expect(self.page.locator("[data-end='']")).to_have_count(0, timeout=LINT_MS)

    @property
    def still_runs(self) -> bool:
        return self.page.locator("[data-end]").first.get_attribute("data-end") == ""

    @property
    def run_id(self) -> str:
        """The run that the address names."""
        return urlsplit(self.page.url).fragment.split("/run/")[1]

    def records(self) -> list[dict[str, Any]]:
        """The run as the server has it."""
        with urllib.request.urlopen(f"{self.origin}/api/runs/{self.run_id}", timeout=10) as answer:
            records: list[dict[str, Any]] = json.load(answer)["records"]
        return records

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.errors.append(text)

    def _request(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != urlsplit(self.origin).netloc:
            self.elsewhere.append(url)

    def _response(self, response: Any) -> None:
        if "/api/" in response.url and response.status == 200:
            self.answers.append(response.url)
