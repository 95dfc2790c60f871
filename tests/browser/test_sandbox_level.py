"""The page says how well programs are held."""

from __future__ import annotations

import json
import urllib.request

import pytest
from playwright.sync_api import expect

from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def test_the_level_stands_in_the_corner_and_is_explained_in_the_help(person: Person) -> None:
    person.opens("train01")
    with urllib.request.urlopen(f"{person.origin}/healthz", timeout=10) as answer:
        level = json.load(answer)["sandbox_level"]
    corner = person.page.locator("header .machine")
    expect(corner).to_contain_text("no sandbox" if level == "D" else f"sandbox {level}")
    corner.click()
    expect(person.page.get_by_role("dialog")).to_contain_text(f"Sandbox level {level}.")


def test_without_a_sandbox_the_page_warns_at_every_width(unsafe_origin: str, person: Person) -> None:
    person.origin = unsafe_origin  # set up before the person, so it is there until they have left
    person.opens("train01")
    note = person.page.get_by_role("note", name="No sandbox")
    expect(note).to_contain_text("Run only your own")
    person.page.set_viewport_size({"width": 360, "height": 740})
    expect(note).to_be_in_viewport(ratio=1)
