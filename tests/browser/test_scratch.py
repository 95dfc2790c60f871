"""The scratchpad: any Ray Train program, what is wrong with it, and how to stop it."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from allranks.runners.local.sweep import processes_of
from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

CHAPTER = Path(__file__).parents[3] / "shared" / "inputs" / "chapter_snippet.py"
STOP_SECONDS = 2.0

OF_THE_SAME_SHAPE = """import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    model = train.torch.prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
    for epoch in range(3):
        loss = model(torch.randn(8, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item(), "epoch": epoch})

outcome = TorchTrainer(
    loop, train_loop_config={"lr": 0.1}, scaling_config=ScalingConfig(num_workers=2)
).fit()
print("the last loss was", outcome.metrics["loss"])
"""

STUCK = """import os
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    print(f"this is <{os.environ['ALLRANKS_SANDBOX']}>")
    train.report({"loss": 1.0})
    if train.get_context().get_world_rank() == 0:
        while True: pass
    torch.distributed.all_reduce(torch.ones(1))

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""
PRINTED = re.compile(r"this is <(\S+)>")


def sandbox_of_the_ranks(person: Person) -> str:
    """The mark of the processes of this run, as its ranks print it: a sandbox that is made ready may have ranks too."""
    logs = person.page.locator("section[aria-label=Logs]")
    # A line that is not over yet may be shown in pieces.
    expect(logs).to_contain_text(PRINTED)
    found = PRINTED.search(logs.text_content() or "")
    assert found is not None
    assert processes_of(found[1]), f"nothing carries the mark {found[1]}"
    return found[1]


def explains_the_missing_metrics(person: Person, source: str, line: int, problems: int) -> None:
    person.opens("scratch")
    person.waits_for_lint()
    person.types(source)
    person.problems(problems)
    expect(person.page.locator("section[aria-label=Problems]")).to_contain_text("RTL301")

    person.runs()
    person.waits_for_end("program_failed")
    expect(person.page.locator(f"[data-known='{problems}']")).to_be_visible()
    diagnosis = person.page.locator("[data-cause=result_metrics_none]")
    expect(diagnosis).to_contain_text(f"line {line}")
    expect(diagnosis).to_contain_text("checkpoint")
    expect(diagnosis.locator("pre")).to_contain_text("Checkpoint")
    assert person.rank_points() == [3, 3]
    diagnosis.get_by_role("button", name=f"line {line}").click()
    expect(person.page.locator(".cm-activeLine")).to_contain_text(".metrics[")


def test_a_result_without_metrics_is_said_before_the_run_and_explained_after_it(person: Person) -> None:
    explains_the_missing_metrics(person, OF_THE_SAME_SHAPE, line=19, problems=1)


@pytest.mark.skipif(not CHAPTER.exists(), reason="the chapter's own example is not part of this checkout")
def test_the_chapters_own_example_runs_unmodified_and_is_explained(person: Person) -> None:
    source = CHAPTER.read_text()
    explains_the_missing_metrics(person, source, line=len(source.rstrip().splitlines()), problems=2)


def test_stop_ends_a_stuck_run_and_all_of_its_processes(person: Person) -> None:
    person.opens("scratch")
    person.types(STUCK)
    person.runs()
    person.waits_for_points(1, ranks=2)
    sandbox = sandbox_of_the_ranks(person)
    began = time.monotonic()
    person.page.keyboard.press("ControlOrMeta+.")
    person.waits_for_end("cancelled")
    assert time.monotonic() - began < STOP_SECONDS
    assert processes_of(sandbox) == []
    expect(person.page.get_by_role("button", name="Run on Ray").first).to_be_enabled()


def test_a_syntax_error_runs_to_its_own_line(person: Person) -> None:
    person.opens("scratch")
    person.waits_for_lint()
    person.types("x = 1\nprint(x\n")
    person.problems(1)
    person.runs()
    person.waits_for_end("program_failed")
    expect(person.page.locator("[data-cause=syntax_error]")).to_contain_text("line 2")
    known = person.page.get_by_role("region", name="Known before the run")
    expect(known.get_by_role("button", name="line 2")).to_be_visible()
    kinds = [record["event"]["kind"] for record in person.records()]
    assert kinds.index("problems_found") < kinds.index("run_started")


def test_an_empty_program_is_refused_in_plain_words(person: Person) -> None:
    person.opens("scratch")
    person.types(" ")
    person.runs()
    expect(person.page.get_by_role("alert").first).to_contain_text("an empty program")
