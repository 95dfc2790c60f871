"""Puts the pages where they can be served or opened."""

from __future__ import annotations

from pathlib import Path

from ..engine import checks
from .html import STYLE_SHEET, index_html, page_html
from .style import CSS

FOLDER = "rules"
"""Below which a finding's `page` looks for its own."""


def write_pages(folder: Path) -> None:
    """Write `folder/rules`: `index.html`, a page for each code, and their style sheet. Pages of checks that are gone
    are deleted, other files left alone. Raises OSError."""
    place = folder / FOLDER
    place.mkdir(parents=True, exist_ok=True)
    files = {f"{check.code}.html": page_html(check.code) for check in checks()}
    for old in place.glob("RTL*.html"):
        if old.name not in files:
            old.unlink()
    for name, text in {**files, "index.html": index_html(), STYLE_SHEET: CSS}.items():
        (place / name).write_text(text, encoding="utf-8", newline="\n")
