"""What the page says of a program while it is written. Nothing is run."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from houses import solution
from pages import LINT_MS, Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

MENDED = 'import ray\n\nprint("🚀", ray.__version__)'
WITH_A_PROBLEM = f"{MENDED}  # trainlint: ignore[RTL101] it was prepared elsewhere"


@pytest.fixture
def writer(loaded_linter: Person) -> Person:
    """Somebody at the scratchpad, on a page that has linted before."""
    loaded_linter.page.emulate_media(color_scheme="dark")
    loaded_linter.page.set_viewport_size({"width": 1440, "height": 1000})
    loaded_linter.turns_to("scratch")
    return loaded_linter


def text_of(person: Person) -> str:
    """What stands in the editor."""
    return "\n".join(person.page.locator(".cm-line").all_text_contents())


def problems_of(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Problems")


def test_a_problem_is_mended_with_a_key_and_with_a_button_and_one_undo_brings_it_back(writer: Person) -> None:
    writer.types(WITH_A_PROBLEM)
    writer.problems(1)
    squiggle = writer.page.locator(".cm-lintRange")
    expect(squiggle).to_have_text("# trainlint: ignore[RTL101] it was prepared elsewhere")

    writer.page.keyboard.press("Alt+Enter")
    writer.problems(0)
    assert text_of(writer).rstrip() == MENDED
    expect(writer.page.locator(".cm-content")).to_be_focused()

    writer.page.keyboard.press("ControlOrMeta+Z")
    writer.problems(1)
    assert text_of(writer) == WITH_A_PROBLEM

    squiggle.hover()
    tooltip = writer.page.locator(".cm-tooltip .cm-diagnostic")
    expect(tooltip.get_by_role("link", name="RTL004")).to_be_visible()
    tooltip.get_by_role("button").click()
    writer.problems(0)
    assert text_of(writer).rstrip() == MENDED

    writer.page.keyboard.press("ControlOrMeta+Z")
    writer.problems(1)
    problems_of(writer).get_by_role("button", name="Fix line 3").click()
    writer.problems(0)
    assert text_of(writer).rstrip() == MENDED


def test_the_rules_know_the_cluster_that_a_run_will_get(writer: Person) -> None:
    writer.types(solution("train01").replace("num_workers=4", "num_workers=16"))
    writer.problems(0)
    writer.types(solution("train01").replace("num_workers=4", "num_workers=17"))
    writer.problems(1)
    expect(problems_of(writer)).to_contain_text("16")
    expect(problems_of(writer).get_by_role("link", name="RTL206")).to_be_visible()


def test_a_problem_leads_to_the_page_of_its_rule_in_a_new_tab(writer: Person) -> None:
    writer.types(WITH_A_PROBLEM)
    writer.problems(1)
    with writer.page.expect_popup() as opened:
        problems_of(writer).get_by_role("link", name="RTL004").click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text("RTL004")
    opened.value.close()
    with writer.page.expect_popup() as opened:
        problems_of(writer).get_by_role("link", name="All rules").click()
    expect(opened.value.get_by_role("link", name="RTL101").first).to_be_visible()
    opened.value.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_on_a_narrow_screen_a_problem_can_be_read_and_mended(writer: Person, scheme: str) -> None:
    writer.page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    writer.types(WITH_A_PROBLEM)
    writer.problems(1)
    writer.page.set_viewport_size({"width": 360, "height": 740})
    writer.page.get_by_role("navigation", name="Places").get_by_role("button", name="Editor").click()
    for name in ("Fix line 3", "line 3"):
        expect(problems_of(writer).get_by_role("button", name=name).first).to_be_in_viewport(ratio=1)
    expect(problems_of(writer).get_by_role("link", name="RTL004")).to_be_in_viewport(ratio=1)
    problems_of(writer).get_by_role("button", name="Fix line 3").click()
    writer.problems(0)


def test_the_checklist_follows_what_is_typed(writer: Person) -> None:
    writer.turns_to("train01")
    lines = writer.page.locator("[data-check]")
    reports = writer.page.locator("[data-check=reports-itself]")
    expect(reports).to_have_attribute("data-outcome", "open")
    writer.types(solution("train01"))
    expect(reports).to_have_attribute("data-outcome", "passed", timeout=LINT_MS)
    assert {line.get_attribute("data-outcome") for line in lines.all()} == {"open", "passed"}
    writer.types("print('nothing')\n")
    expect(reports).to_have_attribute("data-outcome", "open", timeout=LINT_MS)
