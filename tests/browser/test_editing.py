"""Writing a program: Undo, drafts, comparisons and keys. Nothing is run."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from houses import solution
from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

LOAD_MS = 30_000
LINTED = pytest.mark.parametrize("linted", [True], ids=["linted"])
OLD_STARTER = "print('the exercise as it was')\n"


@pytest.fixture
def linted() -> bool:
    return False


def text_of(person: Person) -> str:
    """What stands in the editor."""
    return "\n".join(person.page.locator(".editor .cm-line").all_text_contents())


def changed_notice(person: Person) -> Locator:
    return person.page.get_by_role("region", name="The exercise changed")


def goes_to(person: Person, place: str) -> None:
    person.page.locator(".page > header select").select_option(place)
    person.page.wait_for_url(f"**/#{place}")


def returns_to_a_changed_exercise(person: Person) -> None:
    """Write something, and come back when the exercise has another starter than the one that it was written from."""
    person.opens("train01")
    person.types("print('mine')\n")
    person.page.evaluate("(old) => localStorage.setItem('allranks.began.train01', old)", OLD_STARTER)
    person.page.reload()
    expect(person.page.locator("[data-ready=true] .cm-content")).to_be_focused()


def test_a_reset_is_undone_also_after_another_exercise_was_opened(audience: Person) -> None:
    audience.opens("train01")
    audience.types("print('mine')")
    audience.page.get_by_role("button", name="Reset").click()
    audience.page.get_by_role("dialog").get_by_role("button", name="Reset").click()
    expect(audience.page.locator(".editor .cm-line").first).to_have_text("import torch")
    goes_to(audience, "train02")
    expect(audience.page.locator(".editor .cm-line").first).to_have_text("import numpy as np")
    goes_to(audience, "train01")
    audience.page.locator(".cm-content").click()
    audience.page.keyboard.press("ControlOrMeta+Z")
    expect(audience.page.locator(".editor .cm-line")).to_have_text(["print('mine')"])


def test_an_exercise_that_changed_leaves_what_was_written_and_shows_what_it_changed(audience: Person) -> None:
    returns_to_a_changed_exercise(audience)
    assert text_of(audience).rstrip() == "print('mine')"
    changed_notice(audience).get_by_role("button", name="Compare").click()
    compared = audience.page.get_by_role("dialog", name="Compare")
    expect(compared.get_by_role("radio", name="What the exercise changed")).to_be_checked()
    expect(compared.locator(".cm-merge-a .cm-changedLine")).to_contain_text("the exercise as it was")
    audience.page.keyboard.press("Escape")
    changed_notice(audience).get_by_role("button", name="Keep yours").click()
    expect(changed_notice(audience)).to_have_count(0)
    audience.page.reload()
    expect(audience.page.locator("[data-ready=true] .cm-content")).to_be_focused()
    expect(changed_notice(audience)).to_have_count(0)


def test_the_new_starter_is_taken_and_one_undo_brings_the_text_back(audience: Person) -> None:
    returns_to_a_changed_exercise(audience)
    changed_notice(audience).get_by_role("button", name="Take the new one").click()
    expect(changed_notice(audience)).to_have_count(0)
    expect(audience.page.locator(".editor .cm-line").first).to_have_text("import torch")
    audience.page.locator(".cm-content").click()
    audience.page.keyboard.press("ControlOrMeta+Z")
    assert text_of(audience).rstrip() == "print('mine')"


def test_a_program_is_compared_with_its_starter_and_with_the_solution_when_it_is_asked_for(audience: Person) -> None:
    audience.opens("train01")
    audience.types(solution("train01"))
    audience.page.keyboard.press("Shift+Alt+D")
    compared = audience.page.get_by_role("dialog", name="Compare")
    expect(compared.get_by_role("status")).to_contain_text("The starter → Yours")
    expect(compared.locator(".cm-merge-b .cm-changedLine").first).to_contain_text("prepare_model")
    compared.get_by_role("radio", name="Your last version that passed").check()
    expect(compared).to_contain_text("appears here when a run of it has passed")
    compared.get_by_role("radio", name="One solution").check()
    assert not any(url.endswith("/solution") for url in audience.answers)
    compared.get_by_role("button", name="Show the solution").click()
    expect(compared.get_by_role("status")).to_have_text("There is no difference.")
    audience.page.keyboard.press("Escape")
    expect(compared).to_be_hidden()


def test_the_list_of_keys_opens_with_a_key_and_names_each_once(audience: Person) -> None:
    audience.opens("scratch")
    audience.page.keyboard.press("Shift+Alt+H")
    listed = audience.page.get_by_role("dialog", name="Help").locator("[data-key]")
    keys = [key.get_attribute("data-key") for key in listed.all()]
    assert len(keys) == len(set(keys))
    assert {"run", "stop", "compare", "nextProblem", "find", "leave"} <= set(keys)
    audience.page.keyboard.press("Escape")
    expect(audience.page.get_by_role("dialog", name="Help")).to_be_hidden()
    expect(audience.page.locator(".cm-content")).to_be_focused()


@LINTED
def test_a_program_is_formatted_with_a_key_and_one_undo_brings_it_back(audience: Person) -> None:
    audience.opens("scratch")
    audience.types("import  ray\nkept = 1\nx = {'a':ray}")
    audience.page.keyboard.press("ArrowUp")
    audience.page.keyboard.press("End")
    audience.page.keyboard.press("Shift+Alt+F")
    expect(audience.page.get_by_text("Formatted. Undo takes it back.")).to_be_visible(timeout=LOAD_MS)
    assert text_of(audience) == 'import ray\n\nkept = 1\nx = {"a": ray}\n'
    audience.page.keyboard.insert_text("0")
    expect(audience.page.locator(".cm-activeLine")).to_have_text("kept = 10")
    expect(audience.page.get_by_text("Formatted. Undo")).to_have_count(0)
    for _ in range(2):
        audience.page.keyboard.press("ControlOrMeta+Z")
    assert text_of(audience) == "import  ray\nkept = 1\nx = {'a':ray}"


@LINTED
def test_a_program_that_cannot_be_read_is_not_formatted_and_the_line_is_named(audience: Person) -> None:
    audience.opens("scratch")
    audience.types("x = (1\nprint(x)")
    audience.page.get_by_role("button", name="Format").click()
    expect(audience.page.get_by_text("Not formatted: line 2 cannot be read as Python.")).to_be_visible(timeout=LOAD_MS)
    assert text_of(audience) == "x = (1\nprint(x)"


@LINTED
def test_a_plain_text_field_keeps_all_functions_and_is_remembered(audience: Person) -> None:
    audience.opens("scratch")
    audience.waits_for_lint()
    audience.page.keyboard.press("Shift+Alt+P")
    field = audience.page.get_by_role("textbox", name="Program scratch.py")
    expect(field).to_be_focused()
    field.fill("import ray\n\nprint( ray)  # trainlint: ignore[RTL101] elsewhere\n")
    audience.problems(1)
    audience.page.keyboard.press("F8")
    audience.page.keyboard.press("Alt+Enter")
    expect(field).to_have_value("import ray\n\nprint( ray)\n")
    audience.page.keyboard.press("ControlOrMeta+Z")
    expect(field).to_have_value("import ray\n\nprint( ray)  # trainlint: ignore[RTL101] elsewhere\n")
    audience.problems(1)
    audience.page.get_by_role("region", name="Problems").get_by_role("button", name="Fix line 3").click()
    expect(field).to_have_value("import ray\n\nprint( ray)\n")
    audience.page.keyboard.press("Shift+Alt+F")
    expect(field).to_have_value("import ray\n\nprint(ray)\n", timeout=LOAD_MS)
    audience.page.keyboard.press("Shift+Alt+D")
    compared = audience.page.get_by_role("dialog", name="Compare")
    expect(compared.get_by_text("added: ").first).to_be_attached()
    audience.page.keyboard.press("Escape")

    audience.page.reload()
    expect(field).to_be_focused()
    expect(field).to_have_value("import ray\n\nprint(ray)\n")
    audience.page.keyboard.press("Tab")
    expect(field).not_to_be_focused()
    audience.page.keyboard.press("Shift+Tab")
    audience.page.keyboard.press("Shift+Tab")
    button = audience.page.get_by_role("button", name="Use the editor")
    expect(button).to_be_focused()
    audience.page.keyboard.press("Enter")
    expect(audience.page.locator(".cm-content")).to_be_focused()
    assert text_of(audience) == "import ray\n\nprint(ray)\n"


@LINTED
def test_names_are_completed_calls_are_explained_and_keys_close_what_is_open(audience: Person) -> None:
    audience.opens("scratch")
    audience.types("from ray import train\n")
    expect(audience.page.locator("[data-completion=ready]")).to_be_attached(timeout=LOAD_MS)
    audience.page.keyboard.type("train.rep", delay=20)
    listed = audience.page.get_by_role("listbox")
    expect(listed.get_by_role("option").first).to_have_text("report")
    expect(audience.page.locator(".cm-completionInfo")).to_contain_text("metrics: dict[str, Any]")
    audience.page.keyboard.press("Escape")
    expect(listed).to_have_count(0)
    audience.page.keyboard.press("Control+Space")
    expect(listed).to_be_visible()
    # CodeMirror takes no key for the list in its first moments, so that nobody chooses what they have not seen.
    expect(audience.page.locator(".cm-completionInfo")).to_contain_text("every rank must call it")
    listed.get_by_role("option").first.click()
    assert text_of(audience).endswith("train.report")
    audience.page.keyboard.type("(")
    expect(audience.page.locator(".cm-signature strong")).to_have_text("metrics: dict[str, Any]")
    audience.page.keyboard.press("Escape")
    expect(audience.page.locator(".cm-signature")).to_have_count(0)
    audience.page.keyboard.press("ArrowLeft")
    audience.page.keyboard.press("ArrowLeft")
    audience.page.keyboard.press("F2")
    expect(audience.page.locator(".cm-described")).to_contain_text("Hands this rank's metrics")
