"""The curves of a run: zoomed, moved, muted, smoothed and read, with the pointer and with keys."""

from __future__ import annotations

import csv
import io

import pytest
from playwright.sync_api import Locator, expect

from curve_stories import killed_and_restored
from pages import Person
from playing import Stage

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


@pytest.fixture
def linted() -> bool:
    return False


@pytest.fixture
def curves(audience: Person, stage: Stage) -> Locator:
    """The panel of a finished run of four ranks, one of which was killed."""
    stage.script = lambda job: killed_and_restored()
    audience.opens("scratch")
    audience.runs()
    audience.waits_for_end("completed")
    audience.waits_for_points(43, ranks=4)
    return audience.page.get_by_role("region", name="Curves")


def chart_of(curves: Locator, metric: str = "loss") -> Locator:
    return curves.get_by_role("application", name=f"Curves of {metric}")


def sight(chart: Locator) -> tuple[float, float]:
    """What is visible on x."""
    return float(chart.get_attribute("data-from") or "nan"), float(chart.get_attribute("data-to") or "nan")


def test_a_drag_zooms_shift_moves_and_a_double_click_shows_the_whole(audience: Person, curves: Locator) -> None:
    chart = chart_of(curves)
    chart.scroll_into_view_if_needed()
    whole = sight(chart)
    box = chart.bounding_box()
    assert box is not None
    mouse, middle = audience.page.mouse, box["y"] + box["height"] / 2

    def drag(begin: float, end: float) -> None:
        mouse.move(box["x"] + begin * box["width"], middle)
        mouse.down()
        mouse.move(box["x"] + end * box["width"], middle, steps=4)
        mouse.up()

    drag(0.3, 0.6)
    expect(chart).to_have_attribute("data-following", "false")
    zoomed = sight(chart)
    assert whole[0] < zoomed[0] < zoomed[1] < whole[1]
    expect(curves.locator("[data-zoomed]")).to_contain_text(" s")
    audience.page.keyboard.down("Shift")
    drag(0.6, 0.4)
    audience.page.keyboard.up("Shift")
    moved = sight(chart)
    assert moved[0] > zoomed[0]
    assert moved[1] - moved[0] == pytest.approx(zoomed[1] - zoomed[0])
    mouse.dblclick(box["x"] + box["width"] / 2, middle)
    expect(chart).to_have_attribute("data-following", "true")


def test_keys_read_every_rank_zoom_and_give_the_page_back(audience: Person, curves: Locator) -> None:
    chart = chart_of(curves)
    chart.focus()
    press = audience.page.keyboard.press
    press("Home")
    press("ArrowRight")
    heard = curves.locator("[aria-live=polite]").first
    expect(heard).to_contain_text("report 2 of attempt 1")
    for rank in range(4):
        expect(heard).to_contain_text(f"rank {rank} ")
    press("End")
    expect(heard).to_contain_text("report 20 of attempt 2")
    press("+")
    expect(chart).to_have_attribute("data-following", "false")
    before = sight(chart)
    press("Shift+ArrowLeft")
    assert sight(chart)[0] < before[0]
    press("Escape")
    expect(curves.locator("[data-reading='']")).to_be_visible()
    press("Escape")
    expect(chart).to_have_attribute("data-following", "true")


def test_a_rank_is_muted_or_shown_alone(curves: Locator) -> None:
    chart = chart_of(curves)
    curves.get_by_role("button", name="rank 1", exact=True).click()
    expect(chart).to_have_attribute("data-rank-points", "43,0,43,43")
    curves.get_by_role("button", name="Show rank 2 only").click()
    expect(chart).to_have_attribute("data-rank-points", "0,0,43,0")
    curves.get_by_role("button", name="Show all ranks").click()
    expect(chart).to_have_attribute("data-rank-points", "43,43,43,43")


def test_what_is_not_as_reported_is_said_and_choices_are_remembered(audience: Person, curves: Locator) -> None:
    notes = curves.locator("[data-notes]")
    expect(notes).to_have_count(0)
    curves.get_by_role("combobox", name="Lines").select_option("band")
    expect(notes).to_contain_text("mean of ranks 0, 1, 2, 3")
    curves.get_by_role("combobox", name="Smoothing").select_option("0.9")
    expect(notes).to_contain_text("about 10 reports (weight 0.9)")
    curves.get_by_role("combobox", name="x", exact=True).select_option("step")
    expect(notes).to_contain_text("Attempts lie over one another")
    expect(curves).to_contain_text("least")
    audience.page.reload()
    expect(notes).to_contain_text("about 10 reports (weight 0.9)")
    expect(curves.get_by_role("combobox", name="x", exact=True)).to_have_value("step")


def test_a_second_metric_has_a_chart_on_the_same_axis(audience: Person, curves: Locator) -> None:
    curves.get_by_text("Metrics", exact=False).first.click()
    curves.get_by_role("checkbox", name="accuracy").check()
    audience.page.keyboard.press("Escape")
    both = [chart_of(curves), chart_of(curves, "accuracy")]
    both[1].focus()
    audience.page.keyboard.press("+")
    assert sight(both[0]) == sight(both[1])
    audience.page.keyboard.press("ArrowRight")
    expect(curves.locator("[data-reading='1.1']")).to_have_count(2)


def test_every_value_is_in_a_table_and_in_a_file(audience: Person, curves: Locator) -> None:
    curves.get_by_text("Values as tables").click()
    table = curves.get_by_role("table", name="loss in each report: rows 41 to 43 of 43")
    expect(table.get_by_role("row")).to_have_count(4)
    curves.get_by_role("button", name="First").click()
    expect(curves.get_by_role("table", name="rows 1 to 20 of 43")).to_be_visible()
    with audience.page.expect_download() as given:
        curves.get_by_role("button", name="Download as CSV").click()
    rows = list(csv.DictReader(io.StringIO(given.value.path().read_text())))
    assert len(rows) == 43 * 4
    assert {row["rank"] for row in rows} == {"0", "1", "2", "3"}
    assert sum(row["val_loss"] != "" for row in rows) == 8 * 4


def test_what_happened_is_marked_and_called_by_name(curves: Locator) -> None:
    for sign in ["checkpoint", "evaluation", "kill", "restore", "wasted"]:
        expect(curves.locator(f"[data-legend={sign}]")).to_be_visible()
