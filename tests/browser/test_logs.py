"""The output of a run: tens of thousands of lines, followed, copied, and led back to the program."""

import pytest
from playwright.sync_api import expect

from allranks.protocol import Event, LogWritten, PhaseChanged
from allranks.runners.scripted import Forever
from lived_runs import group
from pages import Person
from playing import Stage

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

PROGRAM = "import torch\n\nloss.backward()\n\nloop(config)\n"
LINES = 15_000


@pytest.fixture
def linted() -> bool:
    return False


def written(text: str, rank: int | None = None) -> LogWritten:
    return LogWritten(attempt=1, rank=rank, stream="stdout", origin="program", text=text)


def chatty() -> list[Event]:
    lines = [f"step {number} of rank {number % 2}\n" for number in range(LINES)]
    pieces = [
        written("".join(lines[start + rank : start + 100 : 2]), rank)
        for start in range(0, LINES, 100)
        for rank in (0, 1)
    ]
    return [PhaseChanged(phase="workers"), group(2), PhaseChanged(phase="training"), *pieces]


def test_of_many_lines_the_newest_is_in_sight_and_only_few_are_drawn(audience: Person, stage: Stage) -> None:
    more = stage.cue()
    stage.script = [*chatty(), more, written("the newest line\n", 1), Forever()]
    audience.opens("scratch")
    audience.types(PROGRAM)
    audience.runs()
    page = audience.page
    logs = page.get_by_role("region", name="Logs")
    expect(logs).to_have_attribute("data-lines", str(LINES))
    output = page.get_by_role("region", name="Output of your program")
    expect(output).to_contain_text(f"step {LINES - 1} of rank 1")
    assert output.locator("[data-writer]").count() < 100

    output.focus()
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    expect(output).to_have_attribute("data-follow", "false")
    more.call()
    newest = logs.get_by_role("button", name="↓ Newest, 1 more")
    expect(newest).to_be_visible()
    expect(output).not_to_contain_text("the newest line")
    newest.click()
    expect(output).to_contain_text("the newest line")

    page.get_by_role("searchbox", name="Lines that contain").fill("step 1499 of")
    expect(logs).to_have_attribute("data-lines", "1")
    expect(logs.get_by_role("button", name="Copy 1 line")).to_be_enabled()


def test_lines_are_copied_with_their_writers(audience: Person, stage: Stage) -> None:
    stage.script = [PhaseChanged(phase="workers"), group(2), written("hello\n", 1), written("bye\n"), Forever()]
    audience.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    audience.opens("scratch")
    audience.types(PROGRAM)
    audience.runs()
    page = audience.page
    page.get_by_role("button", name="Copy 2 lines").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "[rank 1] hello\n[driver] bye\n"


def test_a_traceback_leads_to_the_line_in_the_editor(audience: Person, stage: Stage) -> None:
    text = 'Traceback (most recent call last):\n  File "/home/learner/scratch.py", line 3, in loop\n'
    stage.script = [PhaseChanged(phase="workers"), group(2), written(text, 0), Forever()]
    audience.opens("scratch")
    audience.types(PROGRAM)
    audience.runs()
    page = audience.page
    page.get_by_role("region", name="Output of your program").get_by_role("button", name="line 3").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("loss.backward()")
