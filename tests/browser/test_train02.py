"""train02 in the page: which rank read which row, for a dataset that is divided and one that is whole."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

SOLUTION = (Path(__file__).parents[2] / "exercises" / "train02-distributed-data" / "solution.py").read_text()


@pytest.fixture
def linted() -> bool:
    return False


def test_the_shard_map_shows_the_divided_dataset_and_the_whole_one(person: Person) -> None:
    page = person.page
    person.opens("train02")
    person.types(SOLUTION)
    person.runs()
    person.waits_for_end("completed")
    panel = page.locator("section[aria-label='Shard map']")
    choose = panel.get_by_role("combobox", name="Dataset")

    choose.select_option("train")
    expect(panel).to_have_attribute("data-whole", "false")
    expect(panel).to_have_attribute("data-twice", "0")
    expect(panel).to_have_attribute("data-missing", "0")
    expect(panel).to_contain_text("0 read twice, 0 missing")
    expect(panel).to_contain_text("in another order than in epoch")
    panel.get_by_role("spinbutton", name="Row").fill("0")
    expect(panel).to_contain_text("Row 0: rank ")

    choose.select_option("eval")
    expect(panel).to_have_attribute("data-whole", "true")
    expect(panel).to_contain_text("Every rank reads all")

    choose.select_option("DataLoader 1")
    expect(panel).to_have_attribute("data-twice", "0")
    expect(panel).to_have_attribute("data-missing", "0")

    verdict = page.locator("section[aria-label=Verdict][data-passed=true]")
    expect(verdict).to_be_visible()
    expect(verdict.locator("[data-explanation]")).not_to_be_empty()
    expect(verdict.get_by_role("list", name="Go further").locator("li").first).to_be_visible()
    expect(page.locator("header [data-passed='1']")).to_be_visible()
