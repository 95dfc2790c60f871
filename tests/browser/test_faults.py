"""A person kills a rank from its card, and sees the run recover."""

import pytest
from playwright.sync_api import expect

from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

LOOPING = """import os
import tempfile
import time

import torch
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

STEPS = 16


def loop(config):
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    first = 0
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            first = torch.load(os.path.join(folder, "state.pt"))["step"] + 1
    for step in range(first, STEPS):
        time.sleep(0.5)
        loss = model(torch.randn(8, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        metrics = {"loss": loss.item(), "step": step}
        if step % 4 or train.get_context().get_world_rank():
            train.report(metrics)
            continue
        with tempfile.TemporaryDirectory() as folder:
            torch.save({"step": step}, os.path.join(folder, "state.pt"))
            train.report(metrics, checkpoint=Checkpoint.from_directory(folder))


TorchTrainer(
    loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
).fit()
"""


@pytest.fixture
def linted() -> bool:
    return False


def test_a_rank_that_a_person_kills_comes_back_from_the_checkpoint(person: Person) -> None:
    page = person.page
    person.opens("scratch")
    person.types(LOOPING)
    person.runs()
    person.waits_for_points(3, ranks=2)
    kill = page.get_by_role("button", name="Kill rank 1")
    expect(kill).to_be_enabled()
    kill.focus()
    page.keyboard.press("Enter")

    happened = page.get_by_role("list", name="What happened")
    expect(happened.locator("[data-happened=kill]")).to_contain_text("rank 1 killed by you")
    expect(page.locator("section[aria-label=Ranks]")).to_contain_text("attempt 2 of 2", timeout=60_000)
    expect(happened.locator("[data-happened=restore]")).to_contain_text(
        "attempt 2 began from checkpoint_", timeout=60_000
    )
    expect(happened.locator("[data-happened=wasted]")).to_contain_text("of attempt 1")
    for drawn in ("checkpoint", "kill", "restore", "wasted"):
        expect(page.locator(f"[data-legend={drawn}]")).to_be_visible()

    person.waits_for_end("completed")
    expect(kill).to_be_disabled()
    expect(page.locator("[data-checkpoint][data-loaded='2']")).to_have_count(1)
    reports = [record["event"] for record in person.records() if record["event"]["kind"] == "metrics_reported"]
    assert max(report["metrics"]["step"] for report in reports if report["attempt"] == 2) == 15


def test_a_paused_rank_stands_still_until_it_is_resumed(person: Person) -> None:
    page = person.page
    person.opens("scratch")
    person.types(LOOPING)
    person.runs()
    person.waits_for_points(2, ranks=2)
    card = page.get_by_role("article", name="Rank 1")
    card.get_by_role("button", name="Pause rank 1").click()
    expect(card).to_contain_text("paused")
    card.get_by_role("button", name="Resume rank 1").click()
    expect(card).not_to_contain_text("paused")
    before = person.rank_points()[1]
    person.waits_for_points(before + 2, ranks=2)
    kinds = [record["event"].get("action") for record in person.records()]
    assert [kind for kind in kinds if kind] == ["pause", "resume"]


def test_an_exercise_that_allows_no_faults_has_no_buttons_for_them(person: Person) -> None:
    page = person.page
    person.opens("train01")
    person.runs()
    expect(page.locator("[data-rank]")).to_have_count(2, timeout=60_000)
    expect(page.locator("[data-fault]")).to_have_count(0)


def test_a_node_that_a_person_takes_away_is_survived_on_the_other(person: Person) -> None:
    page = person.page
    person.opens("scratch")
    page.get_by_label("Two nodes").check()
    person.types(LOOPING.replace("num_workers=2", 'num_workers=2, placement_strategy="SPREAD"'))
    person.runs()
    person.waits_for_points(3, ranks=2)
    expect(page.locator("section[aria-label=Ranks]")).to_contain_text("127.0.0.3")
    page.get_by_role("button", name="Kill node of rank").click()

    happened = page.get_by_role("list", name="What happened")
    expect(happened.locator("[data-happened=kill_node]")).to_contain_text("killed by you, with every rank on it")
    expect(page.locator("section[aria-label=Ranks]")).to_contain_text("attempt 2 of 2", timeout=60_000)
    expect(page.locator("section[aria-label=Ranks]")).not_to_contain_text("127.0.0.3")
    person.waits_for_end("completed")
    assert {
        record["event"]["attempt"] for record in person.records() if record["event"]["kind"] == "metrics_reported"
    } == {1, 2}
