"""train01 from the link to the verdict, in one go, as a learner does it."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

EXERCISE = Path(__file__).parents[2] / "exercises" / "train01-torch-trainer"
SOLUTION = (EXERCISE / "solution.py").read_text()
REPORT = 'train.report({"loss": total / config["batches"], "epoch": epoch})'
SLOW_SOLUTION = SOLUTION.replace(REPORT, f"{REPORT}\n        time.sleep(0.4)").replace(
    "import torch\n", "import time\nimport torch\n", 1
)
MISTAKES = (EXERCISE / "wrong" / "model-not-prepared.py").read_text()
DRAWN_SECONDS = 0.3
FIRST_DRAWN_SECONDS = 3.0


def test_a_learner_opens_the_link_mends_runs_watches_and_passes(person: Person) -> None:
    page = person.page
    person.opens("train01")
    expect(page.locator("[data-check]").first).to_be_visible()
    assert not [url for url in person.answers if "solution" in url]
    starter = page.locator(".cm-content").inner_text()
    assert "TODO" in starter

    person.waits_for_lint()
    person.types(MISTAKES)
    person.problems(1)
    expect(page.locator(".cm-lintRange")).not_to_have_count(0)
    person.types(SLOW_SOLUTION)
    person.problems(0)
    expect(page.locator(".cm-lintRange")).to_have_count(0)

    person.runs()
    person.waits_for_points(1, ranks=4)
    first = person.rank_points()
    person.waits_for_points(max(first) + 2, ranks=4)
    assert person.still_runs, "the curve grew only after the end"
    expect(page.locator("[data-rank]")).to_have_count(4)
    card = page.locator("article[data-rank='3']")
    for fact in ("local rank", "pid", "cpu · gloo", "WORLD_SIZE", "127.0.0.2:", "DistributedDataParallel"):
        expect(card).to_contain_text(fact)

    page.reload()
    person.waits_for_points(max(first) + 2, ranks=4)
    assert person.still_runs, "the reload came too late to prove anything"
    page.evaluate("window.sockets.forEach((socket) => socket.close())")
    person.waits_for_points(9, ranks=4)
    person.waits_for_end("completed")
    person.waits_for_points(10, ranks=4)

    expect(page.locator("section[aria-label=Verdict][data-passed=true]")).to_be_visible()
    checks = page.locator("section[aria-label=Verdict] [data-check]")
    assert [check.get_attribute("data-outcome") for check in checks.all()] == ["passed"] * 6
    for phase in ("queued", "cluster", "program", "workers", "process_group", "training"):
        expect(page.locator(f"[data-phase={phase}]")).to_contain_text(" s")
    expect(page.locator("section[aria-label=Logs]")).to_contain_text("Training is over.")

    reload_screen = page.locator("section[aria-label=Verdict]").inner_text()
    page.reload()
    expect(page.locator("section[aria-label=Verdict][data-passed=true]")).to_be_visible()
    assert page.locator("section[aria-label=Verdict]").inner_text() == reload_screen
    person.waits_for_points(10, ranks=4)
    assert person.rank_points() == [10, 10, 10, 10]


def test_each_point_is_drawn_while_its_rank_goes_on(person: Person) -> None:
    person.opens("train01")
    person.types(SLOW_SOLUTION)
    person.runs()
    person.waits_for_end("completed")
    drawn = person.page.evaluate("window.drawn")
    late = [
        (event["index"], drawn[str(event["rank"])][event["index"]] - event["reported_at"])
        for event in (record["event"] for record in person.records())
        if event["kind"] == "metrics_reported"
    ]
    assert len(late) == 40
    # The first report waits for the chart itself, on a page that was opened a moment ago.
    later = sorted(seconds for index, seconds in late if index > 0)
    assert later[len(later) * 9 // 10] < DRAWN_SECONDS, late
    assert max(seconds for _, seconds in late) < FIRST_DRAWN_SECONDS, late


def test_the_starter_runs_without_a_crash_and_does_not_pass(person: Person) -> None:
    person.opens("train01")
    person.runs()
    person.waits_for_end("completed")
    expect(person.page.locator("section[aria-label=Verdict][data-passed=false]")).to_be_visible()
    outcomes = person.page.locator("section[aria-label=Verdict] [data-check]").evaluate_all(
        "checks => checks.map((check) => check.dataset.outcome)"
    )
    assert "failed" in outcomes
    assert not [url for url in person.answers if "solution" in url]
