"""A run in which nothing goes on: what the page says of it, and what one can do."""

import re

import pytest
from playwright.sync_api import expect

from allranks.protocol import PassRaised
from allranks.runners.scripted import Forever
from pages import Person
from playing import Stage
from standing_stories import Standing, own_line, uneven_hang

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

PROGRAM = "import torch\n\nloss.backward()\n\nloop(config)\n"


@pytest.fixture
def linted() -> bool:
    return False


def hangs(audience: Person) -> None:
    audience.opens("scratch")
    audience.types(PROGRAM)
    audience.runs()
    expect(audience.page.locator("[data-stopped=uneven_batches]")).to_be_visible()


def test_a_hang_is_explained_with_each_ranks_line_while_it_lasts(audience: Person, stage: Stage) -> None:
    stage.script = [*uneven_hang().events, Forever()]
    hangs(audience)
    page = audience.page
    panel = page.get_by_role("region", name="Nothing goes on")
    expect(panel).to_contain_text("rank 1 took 12 batches")
    expect(panel).to_contain_text("Nothing was stopped")
    expect(page.locator("[data-tone=stopped] [role=status]")).to_contain_text("Rank 0 waits in step 13")
    expect(page.locator("[aria-live=polite]").filter(has_text="it will never join")).to_have_count(1)
    line = panel.locator("[data-rank-now='0']").get_by_role("button", name="line 3")
    line.click()
    expect(page.locator(".cm-activeLine")).to_contain_text("loss.backward()")

    card = page.get_by_role("article", name="Rank 0")
    expect(card.locator("[data-activity=backward]")).to_contain_text("in the backward pass")
    expect(card).to_contain_text("412 MB")
    times = page.get_by_role("region", name="Where time went")
    expect(times).to_have_attribute("data-straggler", "1")
    times.get_by_text("The seconds as a table").click()
    expect(times.get_by_role("row").nth(2)).to_contain_text("2.60 s")


def test_a_card_says_what_its_rank_uses_of_a_gpu_where_there_is_one(audience: Person, stage: Stage) -> None:
    story = Standing()
    story.group(2)
    for percent, held in ((40.0, 6_000_000_000), (87.0, 5_100_000_000)):
        story.sampled(0, "forward", gpu=(held, 85_000_000_000, percent))
        story.sampled(1, "forward")
    stage.script = [*story.events, Forever()]
    audience.opens("scratch")
    audience.runs()
    card = audience.page.get_by_role("article", name="Rank 0")
    for words in ("GPU 87 %", "GPU memory 5.1 GB", "GPU peak 6 GB of 85 GB"):
        expect(card).to_contain_text(re.compile(words.replace(" ", r"\s*")))
    other = audience.page.get_by_role("article", name="Rank 1")
    expect(other).to_contain_text("RSS")
    expect(other).not_to_contain_text("GPU")


def test_a_card_says_what_its_rank_caught_and_where(audience: Person, stage: Stage) -> None:
    story = Standing()
    story.group(2)
    caught = PassRaised(
        count=3,
        seconds_ago=0.2,
        activity="forward",
        error_type="RuntimeError",
        message="mat1 and mat2 shapes cannot be multiplied",
        where=own_line(3, "loss.backward()"),
    )
    story.sampled(0, "forward").sampled(1, "forward", raised=caught)
    stage.script = [*story.events, Forever()]
    audience.opens("scratch")
    audience.types(PROGRAM)
    audience.runs()
    page = audience.page
    said = page.get_by_role("article", name="Rank 1").locator("[data-caught]")
    expect(said).to_contain_text("went on after RuntimeError in forward, 3 times")
    said.get_by_role("button", name="line 3").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("loss.backward()")
    expect(page.get_by_role("article", name="Rank 0").locator("[data-caught]")).to_have_count(0)


def test_stop_is_offered_where_the_hang_is_explained_and_the_explanation_stays(audience: Person, stage: Stage) -> None:
    stage.script = [*uneven_hang().events, Forever()]
    hangs(audience)
    page = audience.page
    mark = page.locator(".cm-failureMessage.cm-waiting")
    expect(mark).to_contain_text("The run stands here: Rank 0 waits in step 13")
    page.get_by_role("region", name="Nothing goes on").get_by_role("button", name="Stop this run").click()
    audience.waits_for_end("cancelled")
    expect(page.get_by_role("region", name="Nothing goes on")).to_have_count(0)
    expect(mark).to_contain_text("The run stood here: Rank 0 waits in step 13")
    expect(page.locator(".cm-failed")).to_have_count(0)
    expect(page.locator("[data-cause=uneven_batches]")).to_contain_text("it will never join")
    happened = page.get_by_role("list", name="What happened")
    expect(happened.locator("[data-happened=stop]")).to_contain_text("until it was ended")


def test_what_went_on_again_leaves_a_line_on_the_time_axis_and_no_alarm(audience: Person, stage: Stage) -> None:
    going_on = stage.cue()
    story = uneven_hang()
    standing = len(story.events)
    assert isinstance(story.resumed(7.0), Standing)
    story.epochs((0, 1), [0.1]).group_ended().ended()
    stage.script = [*story.events[:standing], going_on, *story.events[standing:]]
    hangs(audience)
    going_on.call()
    audience.waits_for_end("completed")
    page = audience.page
    expect(page.get_by_role("region", name="Nothing goes on")).to_have_count(0)
    expect(page.locator("[data-happened=stop]")).to_contain_text("then all ranks went on")
    expect(page.locator("[data-legend=stop]")).to_be_visible()
    expect(page.get_by_role("region", name="Diagnosis")).to_have_count(0)
