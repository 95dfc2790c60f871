"""What is given to others: a program in a link, a run to watch, a recording; and the page where no server answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from allranks.runners.scripted import Forever
from allranks.store import read_recording
from pages import SILENT_WORKERS, WATCH_POLICY, Person
from playing import Stage
from stories import Story, solved

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

THEIRS = '# somebody\'s program, with ü and 🚂\nprint("theirs")\n'
MINE = 'print("mine")\n'


@pytest.fixture
def linted() -> bool:
    return False


def text(page: Page) -> str:
    """What the editor holds."""
    return "\n".join(page.locator(".cm-line").all_inner_texts()).rstrip("\n") + "\n"


def copied_link(person: Person, button: str) -> str:
    """The link that a button copied."""
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.get_by_role("button", name=button).click()
    expect(person.page.locator("[aria-live=polite]", has_text="The link was copied.")).to_have_count(1)
    link: str = person.page.evaluate("navigator.clipboard.readText()")
    return link


def another(audience: Person) -> Page:
    """A page of somebody with an empty browser."""
    browser = audience.page.context.browser
    assert browser is not None
    context = browser.new_context()
    context.add_init_script(SILENT_WORKERS)
    return context.new_page()


def recorded(audience: Person, stage: Stage, folder: Path) -> Path:
    """A run of this page, downloaded."""
    stage.script = solved().events
    audience.opens("train01")
    audience.types(THEIRS)
    audience.runs()
    audience.waits_for_end("completed")
    expect(audience.page.get_by_role("region", name="Verdict")).to_be_visible()
    with audience.page.expect_download() as download:
        audience.page.get_by_role("link", name="Download").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_a_program_goes_from_one_page_to_another_in_a_link_and_no_draft_is_lost(audience: Person) -> None:
    audience.opens("train01")
    audience.types(THEIRS)
    link = copied_link(audience, "Share")
    page = another(audience)
    reader = Person(page, audience.origin)
    reader.opens("train01")
    reader.types(MINE)
    page.goto(link)
    expect(page.locator("[data-shared=link]")).to_contain_text("Your own draft is kept aside.")
    assert text(page) == THEIRS
    assert page.locator("[data-end]").first.get_attribute("data-end") == ""
    expect(page.get_by_role("button", name="Stop").first).to_be_disabled()

    page.get_by_role("button", name="Back to my draft").click()
    expect(page.locator("[data-shared]")).to_have_count(0)
    assert text(page) == MINE

    page.go_back()
    expect(page.locator("[data-shared=link]")).to_be_visible()
    page.get_by_role("button", name="Make it my draft").click()
    page.get_by_role("button", name="Replace my draft").click()
    page.reload()
    expect(page.locator("[data-ready=true] .cm-content")).to_be_visible()
    assert text(page) == THEIRS
    page.context.close()


def test_what_is_written_into_a_shared_program_is_there_after_a_reload(audience: Person) -> None:
    audience.opens("scratch")
    audience.types(THEIRS)
    link = copied_link(audience, "Share")
    page = another(audience)
    page.goto(link)
    expect(page.locator("[data-shared=link]")).to_contain_text("Nothing of yours was changed.")
    Person(page, audience.origin).types(MINE)
    page.reload()
    expect(page.locator("[data-shared=link]")).to_be_visible()
    assert text(page) == MINE
    page.context.close()


def test_a_damaged_link_says_so_and_opens_the_readers_own_program(audience: Person) -> None:
    audience.opens("scratch")
    link = copied_link(audience, "Share")
    page = another(audience)
    page.goto(link[:-9])
    expect(page.locator("[role=status]", has_text="cut off or changed on its way")).to_contain_text("Copy it again")
    expect(page.locator("[data-ready=true] .cm-content")).to_be_visible()
    expect(page.locator("[data-shared]")).to_have_count(0)
    page.context.close()


def test_a_program_too_long_for_a_link_is_told_with_both_lengths(audience: Person) -> None:
    audience.opens("scratch")
    audience.pastes("\n".join(f"x{number} = {hash(str(number))}" for number in range(2500)))
    audience.page.get_by_role("button", name="Share").click()
    dialog = audience.page.get_by_role("dialog", name="No link was made")
    expect(dialog).to_contain_text(re.compile(r"\d\d,\d{3} characters long; expected at most 16,000"))
    dialog.get_by_role("button", name="Close").click()


def test_a_run_is_watched_live_by_somebody_who_cannot_stop_it(audience: Person, stage: Stage) -> None:
    stage.script = [*Story().group(2).prepared([0, 1]).epochs([0, 1], [1.0, 0.5]).events, Forever()]
    audience.opens("train01")
    audience.types(THEIRS)
    audience.runs()
    audience.waits_for_points(2, 2)
    link = copied_link(audience, "Copy link to this run")
    assert link == f"{audience.origin}/runs/{audience.run_id}"
    page = another(audience)
    watcher = Person(page, audience.origin)
    page.goto(link)
    watcher.waits_for_points(2, 2)
    expect(page.locator("[data-shared=run]")).to_be_visible()
    assert text(page) == THEIRS
    expect(page.get_by_role("button", name="Stop").first).to_be_disabled()
    expect(page.get_by_role("button", name="Kill")).to_have_count(0)
    assert page.url == link
    audience.leaves()
    watcher.waits_for_end("cancelled")
    page.context.close()


def test_on_a_phone_the_run_of_a_link_or_a_recording_is_what_is_seen(
    audience: Person, stage: Stage, tmp_path: Path
) -> None:
    path = recorded(audience, stage, tmp_path)
    page = another(audience)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{audience.origin}/runs/{audience.run_id}")
    expect(page.get_by_role("region", name="Curves")).to_be_in_viewport()
    page.goto(f"{audience.origin}/#train02")
    page.get_by_role("button", name="Task").click()
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("region", name="Replay")).to_be_in_viewport()
    page.context.close()


def test_a_run_that_nobody_knows_is_one_clear_sentence(audience: Person) -> None:
    audience.page.goto(f"{audience.origin}/runs/nobody")
    expect(audience.page.locator("[role=status]", has_text="knows no run “nobody”")).to_be_visible()
    expect(audience.page.locator("[data-ready=true] .cm-content")).to_be_visible()


def test_a_run_is_downloaded_and_replayed_with_every_panel(audience: Person, stage: Stage, tmp_path: Path) -> None:
    path = recorded(audience, stage, tmp_path)
    assert read_recording(path.read_bytes()).end.complete
    page = another(audience)
    reader = Person(page, audience.origin)
    reader.opens("train02")
    page.locator("input[type=file]").set_input_files(path)
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text("Recording of a run of train01")
    expect(page.locator("[data-shared=recording]")).to_be_visible()
    assert text(page) == THEIRS
    bar.get_by_label("Speed").select_option("16")
    reader.waits_for_end("completed")
    reader.waits_for_points(10, 4)
    expect(page.get_by_role("region", name="Verdict")).to_be_visible()
    expect(page.get_by_role("article", name="Rank 3")).to_be_visible()

    slider = bar.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator("[data-rank-points]")).to_have_count(0)
    expect(page.locator("[data-end]").first).to_have_attribute("data-end", "")
    page.keyboard.press("End")
    reader.waits_for_points(10, 4)
    page.keyboard.press("Shift+ArrowLeft")
    expect(bar).not_to_have_attribute("data-at", slider.get_attribute("max") or "")
    page.keyboard.press("Space")
    reader.waits_for_end("completed")
    bar.get_by_role("button", name="Close").click()
    expect(bar).to_have_count(0)
    page.context.close()


def test_a_damaged_recording_says_what_is_wrong(audience: Person, stage: Stage, tmp_path: Path) -> None:
    packed = recorded(audience, stage, tmp_path).read_bytes()
    page = audience.page
    for name, content, said in (
        ("cut.allranks", packed[: len(packed) // 2], "cut off, or whose bytes were changed"),
        ("notes.allranks", b"hello", "not gzipped; expected a recording of a run (.allranks). Choose another file."),
    ):
        page.locator("input[type=file]").set_input_files(
            {"name": name, "mimeType": "application/octet-stream", "buffer": content}
        )
        expect(page.locator("[role=status]", has_text=said)).to_be_visible()


def test_a_recording_is_dropped_on_the_editor_and_replayed_not_inserted(
    audience: Person, stage: Stage, tmp_path: Path
) -> None:
    packed = recorded(audience, stage, tmp_path).read_bytes()
    given = audience.page.evaluate_handle(
        """bytes => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], 'run.allranks'));
            return data;
        }""",
        list(packed),
    )
    audience.page.dispatch_event(".cm-content", "drop", {"dataTransfer": given})
    expect(audience.page.get_by_role("region", name="Replay")).to_be_visible()
    assert text(audience.page) == THEIRS


@pytest.mark.parametrize("linted", [True], ids=["linted"])
def test_nothing_that_the_page_does_is_against_its_own_policy(audience: Person, stage: Stage, tmp_path: Path) -> None:
    audience.page.add_init_script(WATCH_POLICY)
    recorded(audience, stage, tmp_path)
    audience.waits_for_lint()
    assert audience.page.evaluate("violations") == []
    assert audience.page.evaluate("crossOriginIsolated")
    audience.page.evaluate(
        "() => { const script = document.createElement('script'); script.textContent = 'window.came_in = true'; "
        "document.head.append(script); }"
    )
    audience.page.wait_for_function("violations.length > 0")
    assert not audience.page.evaluate("'came_in' in window")
    audience.errors.clear()
