"""axe finds nothing in what opens: dialogs, tooltips, lists and the other pages, in both themes and on a phone."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from allranks.runners.scripted import Forever
from allranks.web.page import default_page_folder
from axe import SIZES, faults_in_both_themes
from golden_runs import GOLDEN
from hosting import hosting
from opening import IN_THE_EDITOR, OPENED, PROGRAM
from pages import SILENT_WORKERS, Person
from playing import Stage
from stories import Story

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

LOAD_MS = 30_000
RULES = Path(__file__).parents[2] / "frontend" / "public" / "rules"


def resized(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})


def pictured(page: Page, name: str) -> None:
    page.screenshot(path=Path(__file__).parents[1] / "artifacts" / f"opened-{name}.png")


@pytest.mark.parametrize("opened", OPENED, ids=lambda opened: opened.__name__)
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in(opened: Callable[[Person], None], size: str, reader: Person) -> None:
    page = reader.page
    resized(page, size)
    page.evaluate("localStorage.clear()")
    page.reload()
    reader.turns_to("scratch")
    opened(reader)
    found = faults_in_both_themes(page)
    pictured(page, f"{opened.__name__}-{size}")
    assert found == []


def test_axe_finds_nothing_in_what_the_editor_opens(audience: Person) -> None:
    page = audience.page
    audience.opens("scratch")
    audience.waits_for_lint()
    expect(page.locator("[data-completion=ready]")).to_be_attached(timeout=LOAD_MS)
    found = {}
    for size, opened in itertools.product(SIZES, IN_THE_EDITOR):
        resized(page, size)
        audience.types(PROGRAM)
        opened(audience)
        if here := faults_in_both_themes(page):
            found[size, opened.__name__] = here
        pictured(page, f"{opened.__name__}-{size}")
        page.keyboard.press("Escape")
    assert found == {}


PLACES = [
    "train01",
    "train03",
    "scratch",
    "troubleshooting/uneven-data",
    "chapter/architecture",
    "chapter/anatomy",
    "chapter/best-practices",
    "chapter/troubleshooting",
    "chapter/exercises",
    "chapter/nothing",
]


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_where_nothing_has_run(size: str, reader: Person) -> None:
    resized(reader.page, size)
    found = {}
    for place in PLACES:
        reader.turns_to(place)
        if here := faults_in_both_themes(reader.page):
            found[place] = here
    assert found == {}


UNFOLDED = ["train04-passed", "train03-failed", "uneven-data", "killed-and-again", "one-rank-raises"]


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_a_run_with_everything_unfolded(size: str, reader: Person) -> None:
    page = reader.page
    resized(page, size)
    found = {}
    for name in UNFOLDED:
        reader.turns_to("scratch")
        page.locator("input[type=file]").set_input_files(GOLDEN / f"{name}.allranks")
        page.get_by_role("region", name="Replay").get_by_role("slider").focus()
        page.keyboard.press("End")
        page.locator("section[aria-label=Run]").evaluate(
            "(run) => { for (const folded of run.querySelectorAll('details:not([open])')) folded.open = true; }"
        )
        expect(page.locator("section[aria-label=Run] details:not([open])")).to_have_count(0)
        if here := faults_in_both_themes(page):
            found[name] = here
        pictured(page, f"unfolded-{name}-{size}")
    assert found == {}


@pytest.mark.parametrize("linted", [False], ids=["unlinted"])
def test_axe_finds_nothing_while_a_run_can_be_hurt_and_stopped(audience: Person, stage: Stage) -> None:
    stage.script = [*Story().group(2).prepared([0, 1]).epochs([0, 1], [1.0, 0.5]).events, Forever()]
    audience.opens("scratch")
    audience.runs()
    audience.waits_for_points(2, ranks=2)
    expect(audience.page.get_by_role("button", name="Kill rank 1")).to_be_enabled()
    for size in SIZES:
        resized(audience.page, size)
        assert faults_in_both_themes(audience.page) == []


def test_axe_finds_nothing_where_no_server_answers(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "class").symlink_to(default_page_folder())
    with hosting(tmp_path) as address:
        context = chromium.new_context()
        context.add_init_script(SILENT_WORKERS)
        page = context.new_page()
        page.goto(f"{address}/class/#train01")
        expect(page.locator("[data-offline]")).to_contain_text("No server answers")
        for size in SIZES:
            resized(page, size)
            assert faults_in_both_themes(page) == []
        context.close()


def shape(page: str) -> frozenset[str]:
    """The kinds of elements that a rule's page is made of."""
    return frozenset(re.findall(r"<\w+(?: class=\"[^\"]*\")?", page))


def rule_pages() -> list[str]:
    """The list of rules, and a page of each shape that the rules' pages have."""
    shapes = {shape(path.read_text()): path.name for path in sorted(RULES.glob("*.html"), reverse=True)}
    return sorted({"index.html", *shapes.values()})


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_the_rules_pages(size: str, reader: Person) -> None:
    page = reader.page.context.new_page()
    resized(page, size)
    found = {}
    for name in rule_pages():
        page.goto(f"{reader.origin}/rules/{name}")
        if here := faults_in_both_themes(page):
            found[name] = here
    page.close()
    assert found == {}
