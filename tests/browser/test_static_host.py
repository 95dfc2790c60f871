"""The page on a host of files alone: no server, and no header of ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from allranks.web.page import default_page_folder
from hosting import hosting
from pages import SILENT_WORKERS, WATCH_POLICY

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


@pytest.fixture
def linted() -> bool:
    return False


@pytest.fixture
def alone(chromium: Browser, tmp_path: Path, linted: bool) -> Iterator[Page]:
    """A page under a path of a host that knows files alone."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "allranks").symlink_to(default_page_folder())
    with hosting(tmp_path) as address:
        context = chromium.new_context(base_url=f"{address}/class/allranks/")
        if not linted:
            context.add_init_script(SILENT_WORKERS)
        page = context.new_page()
        page.add_init_script(WATCH_POLICY)
        yield page
        context.close()


def test_a_host_of_files_alone_shows_an_exercise_and_replays_its_run(alone: Page) -> None:
    alone.goto("#train01")
    expect(alone.locator("[data-offline]")).to_contain_text("No server answers")
    expect(alone.get_by_role("heading", name="TorchTrainer and ScalingConfig")).to_be_visible()
    bar = alone.get_by_role("region", name="Replay")
    expect(bar).to_have_attribute("data-playing", "false")
    expect(alone.locator("[data-end]").first).to_have_attribute("data-end", "completed")
    expect(alone.locator("[data-passed=true]")).to_be_visible()
    expect(alone.locator("[data-shared]")).to_have_count(0)
    expect(alone.get_by_role("img", name="0 of 5 exercises passed in this browser")).to_be_visible()
    bar.get_by_role("button", name="Play").click()
    expect(bar).to_have_attribute("data-playing", "true")
    bar.get_by_role("button", name="Close").click()
    expect(alone.get_by_role("button", name="Recorded run that fails")).to_be_visible()


def test_every_recorded_run_renders_where_no_server_answers(alone: Page) -> None:
    broken: list[str] = []
    alone.on("pageerror", lambda error: broken.append(str(error)))
    for number in range(1, 6):
        alone.goto(f"#train0{number}")
        expect(alone.get_by_role("region", name="Replay")).to_contain_text(f"run of train0{number}")
        expect(alone.locator("[data-passed=true]")).to_be_visible()
        alone.get_by_role("region", name="Replay").get_by_role("button", name="Close").click()
        alone.get_by_role("button", name="Recorded run that fails").click()
        alone.get_by_role("slider", name="Second of the run").focus()
        alone.keyboard.press("End")
        expect(alone.locator("[data-passed=false]")).to_be_visible()
    assert broken == []


@pytest.mark.parametrize("linted", [True], ids=["linted"])
def test_such_a_page_lints_under_its_own_policy_and_does_nothing_against_it(alone: Page) -> None:
    alone.goto("#train04")
    bar = alone.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="Play").click()
    expect(alone.locator("[data-lint=ready]")).to_be_visible(timeout=30_000)
    assert alone.evaluate("violations") == []
    alone.evaluate(
        "() => { const script = document.createElement('script'); script.textContent = 'window.came_in = true'; "
        "document.head.append(script); }"
    )
    alone.wait_for_function("violations.length > 0")
    assert not alone.evaluate("'came_in' in window")
