"""The page stands still while it loads."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages import Person

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SHIFTED = """
() => new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(0), 500);  // without an entry the observer says nothing
})
"""
GOOD = 0.1
"""What web.dev/articles/cls calls good."""


@pytest.mark.parametrize("place", ["train03", "scratch"])
@pytest.mark.parametrize("size", [(1440, 1000), (360, 740)], ids=["wide", "narrow"])
def test_what_comes_later_moves_nothing_that_is_there(audience: Person, place: str, size: tuple[int, int]) -> None:
    page = audience.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{audience.origin}/#{place}")
    expect(page.locator("[data-ready=true] .cm-content")).to_be_visible()
    expect(page.locator("[data-lint=ready]")).to_be_visible(timeout=60_000)

    assert page.evaluate(SHIFTED) < GOOD
