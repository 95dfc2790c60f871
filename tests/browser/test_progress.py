"""What the browser keeps: out of it, gone, and back."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


@pytest.fixture
def linted() -> bool:
    return False


def opens_exercises(person: Person) -> None:
    person.page.goto(f"{person.origin}/#chapter/exercises")
    expect(person.page.locator("[data-exercise=train01]")).to_be_visible()


def exported(person: Person, folder: Path) -> Path:
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name="Export").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def imports(person: Person, file: Path) -> None:
    with person.page.expect_file_chooser() as chooser:
        person.page.get_by_role("button", name="Import").click()
    chooser.value.set_files(file)


def test_what_was_exported_and_erased_is_imported_again(writer: Person, tmp_path: Path) -> None:
    page = writer.page
    writer.opens("train01")
    writer.types("my_own = 1\n")
    page.evaluate("localStorage.setItem('allranks.passed', 'train02')")
    opens_exercises(writer)
    page.reload()
    expect(page.locator("[data-exercise=train01]")).to_have_attribute("data-state", "begun")
    expect(page.locator("[data-exercise=train02]")).to_have_attribute("data-state", "passed")
    file = exported(writer, tmp_path)
    assert json.loads(file.read_text())["kept"]["draft.train01"] == "my_own = 1\n"

    page.get_by_role("button", name="Erase").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("1 passed exercise, your programs of 1 place (train01)")
    question.get_by_role("button", name="Keep things as they are").click()
    expect(page.locator("[data-exercise=train02]")).to_have_attribute("data-state", "passed")
    page.get_by_role("button", name="Erase").click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name="Erase").click()
    for exercise in ("train01", "train02"):
        expect(page.locator(f"[data-exercise={exercise}]")).to_have_attribute("data-state", "open")

    imports(writer, file)
    expect(page.get_by_role("dialog")).to_contain_text("1 passed exercise")
    with page.expect_navigation():
        page.get_by_role("button", name="Import it").click()
    expect(page.locator("[data-exercise=train02]")).to_have_attribute("data-state", "passed")
    page.locator("[data-exercise=train01] a").click()
    expect(page.locator(".cm-content")).to_contain_text("my_own = 1")


def test_an_import_that_would_replace_a_program_names_it_and_can_leave_it(writer: Person, tmp_path: Path) -> None:
    page = writer.page
    writer.opens("train01")
    writer.types("theirs = 1\n")
    opens_exercises(writer)
    file = exported(writer, tmp_path)
    page.locator("[data-exercise=train01] a").click()
    writer.types("mine = 1\n")
    opens_exercises(writer)
    imports(writer, file)
    expect(page.get_by_role("dialog")).to_contain_text("other programs than yours of train01")
    with page.expect_navigation():
        page.get_by_role("button", name="Import it, keep my programs").click()
    page.locator("[data-exercise=train01] a").click()
    expect(page.locator(".cm-content")).to_contain_text("mine = 1")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("loss,epoch\n1,2\n", "Got a file that is not JSON, it begins with “loss,epoch"),
        ('{"nodes": []}', "Got JSON with the format missing; expected a file that Export wrote on this page"),
    ],
    ids=["a-table", "another-json"],
)
def test_a_wrong_file_is_refused_and_nothing_changes(writer: Person, tmp_path: Path, content: str, said: str) -> None:
    page = writer.page
    writer.opens("train01")
    writer.types("my_own = 1\n")
    opens_exercises(writer)
    wrong = tmp_path / "wrong.json"
    wrong.write_text(content)
    imports(writer, wrong)
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-exercise=train01]")).to_have_attribute("data-state", "begun")
