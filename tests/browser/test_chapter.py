"""The chapter beside the exercises, and from a failed check to where one sees why."""

import re

import pytest
from playwright.sync_api import Locator, expect

from pages import Person
from playing import Stage
from reading_stories import two_ranks
from step_stories import observed
from stories import Story

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

PROGRAM = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    train.report({"loss": 1.0})

TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=4)).fit()
"""


@pytest.fixture
def linted() -> bool:
    return False


def reads(person: Person, page: str) -> None:
    person.page.goto(f"{person.origin}/#chapter/{page}")
    expect(person.page.locator(f"[data-page='{page}'] > h2")).to_be_visible()
    expect(person.page.locator("[data-ready=true] .cm-content")).to_be_visible()


def now(person: Person, part: str) -> Locator:
    return person.page.locator(f"[data-part='{part}'] .now").first


def test_the_diagram_lights_up_with_the_run_and_says_its_numbers(audience: Person, stage: Stage) -> None:
    workers, trains = stage.cue(), stage.cue()
    story = Story()
    begun = len(story.events)
    observed(story.group(2), 0, {0: 1.0, 1: 2.0}).report([0, 1], loss=1.5)
    training = len(story.events)
    story.group_ended().ended()
    stage.script = [
        *story.events[:begun],
        workers,
        *story.events[begun:training],
        trains,
        *story.events[training:],
    ]
    reads(audience, "architecture")
    page = audience.page
    expect(page.locator("[data-box=driver]")).to_have_attribute("data-state", "ahead")
    page.get_by_role("button", name="Run on Ray").click()

    expect(page.locator("[data-box=driver]")).to_have_attribute("data-state", "alive")
    expect(page.locator("[data-box=controller]")).to_have_attribute("data-state", "ahead")
    workers.call()
    for box in ("controller", "group", "rank 0", "rank 1", "process group"):
        expect(page.locator(f"[data-box='{box}']")).to_have_attribute("data-state", "alive")
    expect(page.locator("[data-box='rank 2']")).to_have_count(0)
    expect(now(audience, "process-group")).to_contain_text("gloo at 127.0.0.1:29500; before report 1")
    expect(now(audience, "controller")).to_contain_text("2 reports of all ranks together")
    trains.call()
    audience.waits_for_end("completed")
    expect(page.locator("[data-box='process group']")).to_have_attribute("data-state", "ended")
    expect(now(audience, "driver")).to_contain_text("ended with exit status 0")
    assert re.search(r"#chapter/architecture/scratch/run/\S+$", page.url)
    page.reload()
    expect(page.locator("[data-box=driver]")).to_have_attribute("data-state", "ended")


def test_pages_are_read_beside_an_exercise_that_stays_as_it_is(writer: Person) -> None:
    page = writer.page
    writer.opens("train01")
    writer.types("my_own = 1\n")
    page.get_by_role("combobox", name="Exercise").select_option("chapter/best-practices")
    expect(page.get_by_role("heading", name="Best practices")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("my_own = 1")
    rule = page.get_by_role("link", name="RTL102")
    assert page.request.get(rule.evaluate("link => link.href")).ok
    page.get_by_role("navigation", name="Chapter").get_by_role("link", name="Troubleshooting").click()
    expect(page.get_by_role("heading", name="Troubleshooting")).to_be_focused()
    page.get_by_role("link", name="Back to the task").click()
    expect(page.get_by_role("list", name="What a run must show")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("my_own = 1")
    page.go_back()
    expect(page.get_by_role("heading", name="Troubleshooting")).to_be_visible()
    page.locator("[data-case=uneven-data] a").click()
    expect(page.get_by_role("button", name="Show the mended program")).to_be_visible()


@pytest.mark.parametrize("linted", [True], ids=["linted"])
def test_the_small_program_goes_into_the_scratchpad_only_when_it_is_asked_for(writer: Person) -> None:
    page = writer.page
    writer.opens("scratch")
    writer.types("my_own = 1\n")
    reads(writer, "anatomy")
    page.locator("pre").first.click()
    expect(page.locator(".cm-content")).to_contain_text("my_own = 1")
    page.get_by_role("button", name="Open in the scratchpad").click()
    page.get_by_role("button", name="Keep things as they are").click()
    expect(page.locator(".cm-content")).to_contain_text("my_own = 1")
    page.get_by_role("button", name="Open in the scratchpad").click()
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator(".cm-content")).to_contain_text("import tempfile")
    expect(page.get_by_role("button", name="Open in the scratchpad")).to_be_disabled()
    writer.problems(0)


def test_a_page_that_does_not_exist_says_so_and_names_those_that_do(writer: Person) -> None:
    page = writer.page
    page.goto(f"{writer.origin}/#chapter/nothing")
    expect(page.get_by_text("The chapter has no page “nothing”")).to_be_visible()
    page.get_by_role("navigation", name="Chapter").get_by_role("link", name="Architecture").click()
    expect(page.get_by_role("heading", name="Architecture and control plane")).to_be_visible()


def test_why_leads_to_the_line_and_to_the_place_in_the_chart(audience: Person, stage: Stage) -> None:
    story = Story().group(4).prepared(range(4)).epochs(range(4), [2.0] * 10).group_ended().ended()
    stage.script = story.events
    audience.opens("train01")
    audience.types(PROGRAM)
    audience.runs()
    audience.waits_for_end("completed")
    page = audience.page
    why = page.locator("[data-why=loss]")
    expect(why).to_contain_text("rank 3: loss 2")
    expect(page.locator("[data-why]")).to_have_count(1)
    why.get_by_role("button", name="line 6").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("train.report")
    expect(page.locator(".cm-content")).to_be_focused()

    page.locator("summary", has_text="Metrics").click()
    page.get_by_role("checkbox", name="epoch").check()
    page.get_by_role("checkbox", name="loss").uncheck()
    expect(page.locator("[data-metric=loss]")).to_have_count(0)
    why.get_by_role("button", name="Show in the curves: loss of rank 0, report 10").click()
    expect(page.locator("[data-metric=loss]")).to_be_visible()
    expect(page.locator("[data-panel=Curves].outlined")).to_be_in_viewport()
    expect(page.get_by_role("region", name="Curves")).to_be_focused()
    expect(page.locator("[data-panel=Curves].outlined")).to_have_count(0)


def test_why_turns_the_shard_map_to_the_epoch_and_row(audience: Person, stage: Stage) -> None:
    story = two_ranks()
    for epoch in range(3):
        again = 0 if epoch == 1 else 32
        story.read(0, range(32), epoch=epoch).read(1, [again, *range(33, 64)], epoch=epoch)
    story.group_ended().ended()
    stage.script = story.events
    audience.opens("train02")
    audience.runs()
    audience.waits_for_end("completed")
    page = audience.page
    shards = page.get_by_role("region", name="Shard map")
    expect(shards).to_have_attribute("data-epoch", "2")
    why = page.locator("[data-why=train-rows]")
    if why.get_attribute("open") is None:
        why.locator("summary").click()
    why.get_by_role("button", name="Show in the shard map: train, epoch 1, row 0").click()
    expect(shards).to_have_attribute("data-epoch", "1")
    expect(shards.get_by_role("status")).to_contain_text("0")
    expect(shards).to_be_focused()
