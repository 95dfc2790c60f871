"""train04 in the page: the server kills twice, the person once more, and the run recovers each time."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

SOLUTION = (Path(__file__).parents[2] / "exercises" / "train04-fault-recovery" / "solution.py").read_text()
ONE_KILL_MORE = (
    SOLUTION.replace("max_failures=2", "max_failures=3")
    .replace("        total = 0.0\n", "        total = 0.0\n        time.sleep(0.3)\n", 1)
    .replace("import tempfile\n", "import tempfile\nimport time\n", 1)
)
RESTART_MS = 90_000


def test_a_run_that_is_killed_three_times_recovers_and_passes(person: Person) -> None:
    page = person.page
    person.opens("train04")
    person.types(ONE_KILL_MORE)
    person.runs()
    ranks = page.locator("section[aria-label=Ranks]")
    expect(ranks).to_contain_text("attempt 3 of 3", timeout=RESTART_MS)
    page.get_by_role("button", name="Kill rank 1").click(timeout=RESTART_MS)
    person.waits_for_end("completed")

    happened = page.get_by_role("list", name="What happened")
    by = [kill.inner_text().partition("killed ")[2] for kill in happened.locator("[data-happened=kill]").all()]
    assert by == ["by the server (SIGKILL)", "by the server (SIGKILL)", "by you (SIGKILL)"]
    restores = happened.locator("[data-happened=restore]")
    expect(restores).to_have_count(3)
    for restore in restores.all():
        expect(restore).to_contain_text("on ranks 0, 1")
    for drawn in ("checkpoint", "kill", "restore"):
        expect(page.locator(f"[data-legend={drawn}]")).to_be_visible()
    expect(page.locator("[data-kept=true]")).to_have_count(2)

    verdict = page.locator("section[aria-label=Verdict]")
    expect(verdict).to_have_attribute("data-passed", "true")
    seen = verdict.locator("[data-check=survived] [data-basis]")
    seen.locator("summary").click()
    expect(seen).to_contain_text("not on what your program said")
    expect(verdict.locator("[data-explanation]")).not_to_be_empty()
    expect(verdict.get_by_role("list", name="Go further").locator("li")).to_have_count(3)
