from __future__ import annotations

import re

from trainlint.engine import checks
from trainlint.pages import CSS, index_html, page_html


def test_light_and_dark_name_the_same_colours_and_nothing_comes_from_elsewhere() -> None:
    light, dark = (set(re.findall(r"--[\w]+(?=:)", part)) for part in CSS.split("@media (prefers-color-scheme: dark)"))
    assert light >= dark >= set(re.findall(r"var\((--\w+)\)", CSS))
    assert "url(" not in CSS
    assert "@import" not in CSS


def test_every_class_of_a_page_has_a_style() -> None:
    pages = index_html() + "".join(page_html(check.code) for check in checks())
    used = {name for names in re.findall(r'class="([^"]*)"', pages) for name in names.split()} - {"info"}
    assert used <= set(re.findall(r"\.(\w+)", CSS))
