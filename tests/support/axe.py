"""axe-core on a page: what keeps somebody from reading or using it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules whose answer another theme can change; what is where and how it is called is the same in both."""
SIZES = {"wide": (1440, 1000), "narrow": (360, 740)}


def faults(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds in the page as it is, by all of its rules or by these: the rule, and where."""
    # By evaluation, which the page's content security policy leaves to the one who holds the browser.
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{{AXE.read_text()}}}")
    found: list[dict[str, Any]] = page.evaluate(
        """async (rules) => {
            const only = rules.length > 0 ? { runOnly: { type: 'rule', values: rules } } : {};
            return (await axe.run({ resultTypes: ['violations'], ...only })).violations;
        }""",
        list(rules),
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


def faults_in_both_themes(page: Page) -> list[str]:
    """What axe finds in the theme that the page has, and what the other theme's colours add to it."""
    found = faults(page)
    was_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if was_dark else "dark")
    return found + faults(page, OF_COLOURS)
