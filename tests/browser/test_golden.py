"""Every recorded run is drawn without an error, and can be read by everybody: axe finds nothing in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from golden_runs import GOLDEN, GOLDEN_RUNS
from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"wide": (1440, 1000), "narrow": (360, 740)}


def shows(page: Page, recording: Path) -> None:
    """Open a recording and stand at its end."""
    page.locator("input[type=file]").set_input_files(recording)
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_be_visible()
    bar.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-end]").first).not_to_have_attribute("data-end", "")


def faults(page: Page) -> list[str]:
    """What axe finds in the page as it is: the rule, and where."""
    # By evaluation, which the page's content security policy leaves to the one who holds the browser.
    page.evaluate(f"window.axe ?? (() => {{{AXE.read_text()}}})()")
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(({ violations }) => violations)")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


def test_there_is_a_recording_of_each_golden_run() -> None:
    assert {path.stem for path in GOLDEN.glob("*.allranks")} == set(GOLDEN_RUNS)


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
def test_every_golden_run_is_drawn_and_axe_finds_nothing(audience: Person, scheme: Any, size: str) -> None:
    page = audience.page
    audience.opens("train01")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    found = {}
    for name in GOLDEN_RUNS:
        shows(page, GOLDEN / f"{name}.allranks")
        if here := faults(page):
            found[name] = here
        if name in ("train04-passed", "uneven-data", "train02-passed"):
            page.screenshot(path=Path(__file__).parents[1] / "artifacts" / f"{name}-{scheme}-{size}.png")
    assert found == {}


@pytest.mark.parametrize(
    "place",
    ["train01", "train03", "scratch", "troubleshooting/uneven-data", "chapter/architecture", "chapter/exercises"],
)
def test_axe_finds_nothing_where_nothing_has_run(audience: Person, place: str) -> None:
    page = audience.page
    page.goto(f"{audience.origin}/#{place}")
    expect(page.locator("[data-ready=true] .cm-content")).to_be_visible()
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two that it knows
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert faults(page) == []
