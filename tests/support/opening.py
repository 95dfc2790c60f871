"""What can be opened on the page: each function here opens one thing, for tests that look at everything."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable

from playwright.sync_api import expect

from pages import Person

PROGRAM = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    print(undefined)
    train.report({"loss": 1.0})  # trainlint: ignore[RTL101] elsewhere

TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=4)).fit()
"""


def presses(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()


def help_of(person: Person) -> None:
    presses(person, "Help")
    expect(person.page.get_by_role("dialog", name="Help")).to_be_visible()


def question_of_reset(person: Person) -> None:
    person.types("print(1)\n")
    presses(person, "Reset")
    expect(person.page.get_by_role("dialog", name="Reset to the starter?")).to_be_visible()


def link_that_is_not_copied(person: Person) -> None:
    # Nothing is granted, writing to the clipboard neither.
    person.page.context.grant_permissions([])
    presses(person, "Share")
    expect(person.page.get_by_role("dialog", name="Copy this link")).to_be_visible()


def question_of_the_solution(person: Person) -> None:
    person.turns_to("train01")
    presses(person, "Solution")
    expect(person.page.get_by_role("dialog", name="Show the solution?")).to_be_visible()


def solution(person: Person) -> None:
    question_of_the_solution(person)
    presses(person, "Show the solution")
    expect(person.page.get_by_role("dialog", name="One solution").locator("pre")).to_be_visible()


def comparison(person: Person) -> None:
    person.turns_to("train01")
    person.types(PROGRAM)
    presses(person, "Compare")
    expect(person.page.get_by_role("dialog", name="Compare").locator(".cm-content").last).to_be_visible()


def comparison_in_plain_text(person: Person) -> None:
    plain_field(person)
    person.page.keyboard.press("Shift+Alt+D")
    expect(person.page.get_by_role("dialog", name="Compare").get_by_text("added: ").first).to_be_attached()


def solution_to_compare_with(person: Person) -> None:
    person.turns_to("train02")
    presses(person, "Compare")
    compared = person.page.get_by_role("dialog", name="Compare")
    compared.get_by_role("radio", name="One solution").check()
    expect(compared.get_by_role("button", name="Show the solution")).to_be_visible()


def question_of_erase(person: Person) -> None:
    person.turns_to("chapter/exercises")
    presses(person, "Erase")
    expect(person.page.get_by_role("dialog")).to_be_visible()


def imports(person: Person, text: str) -> None:
    person.turns_to("chapter/exercises")
    chooser = person.page.get_by_label("File to import")
    chooser.set_input_files({"name": "kept.json", "mimeType": "application/json", "buffer": text.encode()})


def question_of_import(person: Person) -> None:
    imports(person, '{"format": "allranks-progress", "version": 1, "saved": "", "kept": {"draft.train01": "x = 1"}}')
    expect(person.page.get_by_role("dialog", name="Import this file?")).to_be_visible()


def refused_import(person: Person) -> None:
    imports(person, "loss,epoch\n")
    expect(person.page.get_by_role("alert")).to_contain_text("Nothing was changed")


def plain_field(person: Person) -> None:
    person.turns_to("train01")
    person.types(PROGRAM)
    person.page.keyboard.press("Shift+Alt+P")
    expect(person.page.get_by_role("textbox", name="Program train01.py")).to_be_focused()


def search(person: Person) -> None:
    person.types(PROGRAM)
    person.page.keyboard.press("ControlOrMeta+F")
    expect(person.page.locator(".cm-search")).to_be_visible()


def shared_program(person: Person) -> None:
    code = urlsafe_b64encode(zlib.compress(b'print("theirs")\n')).decode().rstrip("=")
    person.page.goto(f"{person.origin}/#train01/code/{code}")
    expect(person.page.locator("[data-shared=link]")).to_be_visible()


def damaged_link(person: Person) -> None:
    person.page.goto(f"{person.origin}/#train01/code/eJwr")
    expect(person.page.locator("[role=status]", has_text="cut off or changed on its way")).to_be_visible()


def dragged_file(person: Person) -> None:
    person.page.evaluate(
        """() => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([''], 'run.allranks'));
            window.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }));
        }"""
    )
    expect(person.page.get_by_text("Drop a recording")).to_be_visible()


def hints(person: Person) -> None:
    person.turns_to("train01")
    person.page.get_by_role("button", name="Show a hint").click()
    person.page.locator("section[aria-label=Task] details:not([open]) > summary").first.click()
    expect(person.page.get_by_role("heading", name="Hint 1")).to_be_visible()


OPENED: list[Callable[[Person], None]] = [
    help_of,
    question_of_reset,
    link_that_is_not_copied,
    question_of_the_solution,
    solution,
    comparison,
    comparison_in_plain_text,
    solution_to_compare_with,
    question_of_erase,
    question_of_import,
    refused_import,
    plain_field,
    search,
    shared_program,
    damaged_link,
    dragged_file,
    hints,
]
"""With nothing but the page."""


def problems(person: Person) -> None:
    person.problems(2)


def tooltip_of_a_problem(person: Person) -> None:
    expect(person.page.locator(".cm-lintRange-error")).to_be_visible()
    person.page.keyboard.press("F8")
    expect(person.page.locator(".cm-tooltip .cm-diagnostic").first).to_be_visible()


def completion(person: Person) -> None:
    person.page.keyboard.press("ControlOrMeta+End")
    person.page.keyboard.type("train.rep", delay=20)
    expect(person.page.get_by_role("listbox").get_by_role("option").first).to_have_text("report")
    expect(person.page.locator(".cm-completionInfo")).to_contain_text("every rank must call it")


def signature(person: Person) -> None:
    person.page.keyboard.press("ControlOrMeta+End")
    person.page.keyboard.type("train.report(", delay=20)
    expect(person.page.locator(".cm-signature strong")).to_be_visible()


def description_of_a_name(person: Person) -> None:
    person.page.keyboard.press("ControlOrMeta+End")
    person.page.keyboard.insert_text("train.report")
    person.page.keyboard.press("F2")
    expect(person.page.locator(".cm-described")).to_contain_text("Hands this rank's metrics")


IN_THE_EDITOR = [problems, tooltip_of_a_problem, completion, signature, description_of_a_name]
"""Once `PROGRAM` is in the editor, and linter and completion have loaded."""
