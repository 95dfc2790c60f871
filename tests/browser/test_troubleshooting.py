"""The troubleshooting cases: opened by a link, run broken, mended, with the scratchpad untouched."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

CASES = Path(__file__).parents[2] / "frontend" / "src" / "troubleshooting"
EXPLAINED_SECONDS = 10.0


@pytest.fixture
def linted() -> bool:
    return False


def test_a_case_is_opened_beside_the_scratchpad_which_keeps_its_text(writer: Person) -> None:
    page = writer.page
    writer.opens("scratch")
    writer.types("my_own = 1\n")
    page.get_by_role("button", name="Help").click()
    page.get_by_role("link", name="Troubleshooting, alive").click()
    expect(page.get_by_role("heading", name="All-reduce hangs on uneven data")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("BATCHES_IN_FILE")
    page.get_by_role("combobox", name="Exercise").select_option("scratch")
    expect(page.locator(".cm-content")).to_contain_text("my_own = 1")
    page.go_back()
    expect(page.locator(".cm-content")).to_contain_text("BATCHES_IN_FILE")


def test_the_mended_program_takes_the_broken_ones_place_and_asks_before_a_text_of_ones_own(writer: Person) -> None:
    page = writer.page
    writer.opens("troubleshooting/slow-storage")
    variant = page.locator("[data-variant]")
    expect(variant).to_have_attribute("data-variant", "broken")
    page.get_by_text("What the mend changes").click()
    expect(page.locator("pre .added").filter(has_text="ASYNC")).to_be_visible()
    page.get_by_role("button", name="Show the mended program").click()
    expect(variant).to_have_attribute("data-variant", "mended")
    expect(page.locator(".cm-content")).to_contain_text("mkdtemp")

    writer.types("my_own = 1\n")
    expect(variant).to_have_attribute("data-variant", "changed")
    page.get_by_role("button", name="Show the broken program").click()
    page.get_by_role("button", name="Keep things as they are").click()
    expect(page.locator(".cm-content")).to_contain_text("my_own = 1")
    page.get_by_role("button", name="Show the broken program").click()
    page.get_by_role("dialog").get_by_role("button", name="Show the broken program").click()
    expect(variant).to_have_attribute("data-variant", "broken")


def test_a_broken_case_is_diagnosed_and_its_mended_program_completes(person: Person) -> None:
    page = person.page
    person.opens("troubleshooting/two-devices")
    person.runs()
    person.waits_for_end("program_failed")
    expect(page.locator("[data-failed-rank='0,1']")).to_contain_text("device")
    lines = (CASES / "two-devices" / "broken.py").read_text().splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "model(inputs)" in text)
    expect(page.locator(".cm-failureLine")).to_contain_text("loss = model(inputs)")
    expect(page.locator("[data-cause]").first).to_contain_text(f"line {line}")
    page.get_by_role("button", name="Show the mended program").click()
    person.runs()
    person.waits_for_end("completed")
    expect(page.locator("[data-cause]")).to_have_count(0)


def test_uneven_batches_are_explained_within_ten_seconds_of_the_last_step_and_stop_works(person: Person) -> None:
    page = person.page
    person.opens("troubleshooting/uneven-data")
    person.runs()
    person.waits_for_points(12, ranks=2)
    expect(page.locator("[data-stopped=uneven_batches]")).to_be_visible(timeout=30_000)
    explained = time.time()
    records = person.records()
    last_step = max(record["time"] for record in records if record["event"]["kind"] == "metrics_reported")
    assert explained - last_step < EXPLAINED_SECONDS
    assert person.still_runs, "an explanation stops nothing"
    panel = page.get_by_role("region", name="Nothing goes on")
    panel.locator("[data-rank-now='0']").get_by_role("button").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("loss.backward()")

    panel.get_by_role("button", name="Stop this run").click()
    person.waits_for_end("cancelled")
    expect(page.locator("[data-happened=stop]")).to_contain_text("until it was ended")
    page.get_by_role("button", name="Show the mended program").click()
    person.runs()
    person.waits_for_end("completed")
    assert person.rank_points() == [13, 13]
