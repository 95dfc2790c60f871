"""The lanes of the ranks: who works, who waits, who is gone."""

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from allranks.protocol import Collective, FaultInjected, PhaseChanged, RunFinished
from allranks.runners.scripted import Forever
from lived_runs import Told, group, group_ended, lived, sampled, straggling, was_in
from pages import Person
from playing import Stage

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

PROGRAM = "loop(config)\n"
ENDED = RunFinished(end="completed", sentence="The program ran to its end.", exit_code=0)


@pytest.fixture
def linted() -> bool:
    return False


def colours(page: Page, rank: int, share: float) -> list[int]:
    """What is drawn on a rank's lane at a share of its width, in the middle of its height."""
    pixel: list[int] = page.evaluate(
        """([rank, share]) => {
            const canvas = document.querySelectorAll('[aria-label=Timeline] canvas')[rank];
            const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
            pixel.drawImage(canvas, -Math.round(share * canvas.width), -Math.round(canvas.height / 2));
            return [...pixel.getImageData(0, 0, 1, 1).data];
        }""",
        [rank, share],
    )
    return pixel


def begins(audience: Person) -> Page:
    audience.opens("scratch")
    audience.types(PROGRAM)
    audience.runs()
    expect(audience.page.get_by_role("region", name="Timeline")).to_be_visible()
    return audience.page


def test_the_straggler_is_the_one_that_does_not_wait(audience: Person, stage: Stage) -> None:
    told = [*straggling(4, slow=2), (12.5, group_ended()), (12.6, ENDED)]
    stage.script = lambda job: lived(stage.log, told)
    page = begins(audience)
    audience.waits_for_end("completed")
    timeline = page.get_by_role("region", name="Timeline")
    expect(timeline).to_have_attribute("data-lanes", "4")
    expect(timeline.locator("[data-waiting]")).to_contain_text("rank 1 80 %, rank 2 13 %, rank 3 80 %")
    timeline.get_by_text("The lanes as a table").click()
    row = timeline.locator("[data-rank-row='0']")
    expect(row).to_contain_text("0.72 s in collective")
    share = (6.6 - 0.8) / (12.7 - 0.8)
    assert colours(page, 0, share) == colours(page, 1, share) == colours(page, 3, share)
    assert colours(page, 2, share) != colours(page, 0, share)


def test_all_ranks_are_read_at_one_moment_with_the_keyboard(audience: Person, stage: Stage) -> None:
    told = [*straggling(2, slow=1), (12.5, group_ended()), (12.6, ENDED)]
    stage.script = lambda job: lived(stage.log, told)
    page = begins(audience)
    audience.waits_for_end("completed")
    lanes = page.get_by_role("slider", name="Second of the run, read on all lanes")
    lanes.focus()
    page.keyboard.press("Home")
    for _ in range(49):
        page.keyboard.press("ArrowRight")
    expect(lanes).to_have_attribute("aria-valuetext", re.compile(r"6\.6\d s: rank 0 collective; rank 1 own lines"))


def test_a_run_that_ended_without_a_report_promises_nothing_any_more(audience: Person, stage: Stage) -> None:
    told = [(1.0, PhaseChanged(phase="workers")), (1.5, group(2)), (2.0, group_ended()), (2.1, ENDED)]
    stage.script = lambda job: lived(stage.log, told)
    audience.opens("scratch")
    curves = audience.page.get_by_role("region", name="Curves")
    expect(curves).to_contain_text("appear at the first train.report")
    audience.runs()
    audience.waits_for_end("completed")
    expect(curves).to_contain_text("No rank reported anything in this run")
    expect(curves).not_to_contain_text("train.report")
    checkpoints = audience.page.get_by_role("region", name="Checkpoints")
    expect(checkpoints).to_contain_text("No checkpoint was reported in this run.")


def test_a_drag_over_the_lanes_zooms_them_and_the_curves_and_a_double_click_shows_the_whole(
    audience: Person, stage: Stage
) -> None:
    told = [*straggling(2, slow=1), (12.5, group_ended()), (12.6, ENDED)]
    stage.script = lambda job: lived(stage.log, told)
    page = begins(audience)
    audience.waits_for_end("completed")
    lanes = page.get_by_role("slider", name="Second of the run, read on all lanes")
    chart = page.get_by_role("application").first
    lanes.scroll_into_view_if_needed()
    box = lanes.locator(".field").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.25 * box["width"], middle)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.75 * box["width"], middle, steps=4)
    expect(lanes.locator("[data-selection]")).to_be_visible()
    page.mouse.up()
    expect(lanes.locator("[data-selection]")).to_have_count(0)
    expect(chart).to_have_attribute("data-following", "false")
    seen = [float(lanes.get_attribute(f"aria-value{end}") or "nan") for end in ("min", "max")]
    assert seen == pytest.approx([0.7 + 0.25 * 12, 0.7 + 0.75 * 12], abs=0.4)
    assert seen == [float(chart.get_attribute(f"data-{end}") or "nan") for end in ("from", "to")]
    page.mouse.dblclick(box["x"] + 0.5 * box["width"], middle)
    expect(chart).to_have_attribute("data-following", "true")


def test_nothing_moves_by_itself_for_who_asked_for_less_motion(audience: Person, stage: Stage) -> None:
    audience.page.emulate_media(reduced_motion="reduce")
    stage.script = lambda job: itertools.chain(lived(stage.log, straggling(2, slow=1)), [Forever()])
    page = begins(audience)
    audience.waits_for_points(10, ranks=2)
    page.locator(".cm-content").click()
    moving = page.evaluate(
        "document.getAnimations().map(({ animationName, transitionProperty }) => animationName ?? transitionProperty)"
    )
    assert moving == []


def test_a_rank_that_waits_is_seen_while_it_waits(audience: Person, stage: Stage) -> None:
    call = Collective(name="all_reduce", sequence=3, shape="float32[10]", group="")
    told: list[tuple[float, Told]] = [
        (1.0, PhaseChanged(phase="workers")),
        (2.0, group(2)),
        (2.0, PhaseChanged(phase="training")),
        (3.0, was_in(0, 2.0, [{"loop": 1.0}])),
        (3.0, was_in(1, 2.0, [{"loop": 1.0}])),
        (9.0, sampled(0, activity="collective", seconds=6.0, idle_seconds=6.0, collective=call)),
        (9.0, sampled(1, activity="loop", seconds=6.0, idle_seconds=6.0)),
    ]
    stage.script = lambda job: itertools.chain(lived(stage.log, told), [Forever()])
    page = begins(audience)
    legend = page.get_by_role("list", name="What the colours mean").first
    expect(legend).to_contain_text("collective")
    page.wait_for_function("document.querySelectorAll('[aria-label=Timeline] canvas').length === 2")
    assert colours(page, 0, 0.7) != colours(page, 1, 0.7)


def test_a_killed_rank_is_dead_until_the_next_attempt(audience: Person, stage: Stage) -> None:
    told = [
        *straggling(2, slow=0, reports=3),
        (5.5, FaultInjected(attempt=1, rank=1, action="kill", by="person", reports=3, seconds=0.0)),
        (7.0, group_ended()),
        *straggling(2, slow=0, reports=3, attempt=2, at=7.1),
        (12.5, group_ended(2)),
        (12.6, ENDED),
    ]
    stage.script = lambda job: lived(stage.log, told)
    page = begins(audience)
    audience.waits_for_end("completed")
    timeline = page.get_by_role("region", name="Timeline")
    legend = timeline.get_by_role("list", name="What the colours mean")
    expect(legend).to_contain_text("dead")
    expect(legend).to_contain_text("next attempt")


def test_the_ring_tells_who_is_waited_for_and_breaks_where_a_rank_is_gone(audience: Person, stage: Stage) -> None:
    killing = stage.cue()
    told = [*straggling(4, slow=2, reports=3), (5.0, group(4))]
    killed = FaultInjected(attempt=1, rank=1, action="kill", by="person", reports=3, seconds=0.0)
    stage.script = lambda job: itertools.chain(lived(stage.log, told), [killing, killed, Forever()])
    page = begins(audience)
    ring = page.get_by_role("region", name="All-reduce")
    expect(ring).to_contain_text("wait for rank 2")
    expect(ring.get_by_role("img")).to_have_accessible_name(re.compile(r"4 ranks in a ring, 265 kB and 138 ms"))
    ring.get_by_text("The ring as a table").click()
    expect(ring.get_by_role("row").nth(1)).to_contain_text("180.0")
    killing.call()
    expect(ring).to_have_attribute("data-broken", "1")
    expect(ring.get_by_role("img")).to_have_accessible_name(re.compile("broken at rank 1"))


def test_a_card_shows_how_fast_its_rank_goes(audience: Person, stage: Stage) -> None:
    told: list[tuple[float, Told]] = [
        (1.0, PhaseChanged(phase="workers")),
        (1.0, group(2)),
        (1.0, PhaseChanged(phase="training")),
        *((2.0 + second, sampled(0, steps=30 * second, reports=2 * second)) for second in range(5)),
    ]
    stage.script = lambda job: itertools.chain(lived(stage.log, told), [Forever()])
    page = begins(audience)
    expect(page.get_by_role("article", name="Rank 0").locator("[data-rate]")).to_have_text(
        re.compile(r"30 steps/s,\s+2 reports/s")
    )


def test_words_and_table_grow_with_the_lanes(audience: Person, stage: Stage) -> None:
    going_on = stage.cue()
    first: list[tuple[float, Told]] = [
        (1.0, PhaseChanged(phase="workers")),
        (1.0, group(1)),
        (1.0, PhaseChanged(phase="training")),
        (2.0, was_in(0, 1.0, [{"loop": 1.0}])),
    ]
    more: list[tuple[float, Told]] = [(3.0, was_in(0, 0.0, [{"collective": 3.0}]))]
    stage.script = lambda job: itertools.chain(lived(stage.log, first), [going_on], lived(stage.log, more), [Forever()])
    page = begins(audience)
    timeline = page.get_by_role("region", name="Timeline")
    timeline.get_by_text("The lanes as a table").click()
    row = timeline.locator("[data-rank-row='0']")
    expect(row).to_contain_text("1.00 s")
    going_on.call()
    expect(row).to_contain_text("in collective")
    expect(timeline.locator("[data-waiting]")).to_contain_text("Rank 0 waits 7")
