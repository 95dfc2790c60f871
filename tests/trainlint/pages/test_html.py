from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from trainlint.docs import page_of
from trainlint.engine import checks
from trainlint.pages import index_html, page_html
from trainlint.pages.html import FAMILIES, STYLE_SHEET
from trainlint.rule import Check

CODES = [check.code for check in checks()]
VOID = {"meta", "link"}


class Reader(HTMLParser):
    """Notes every tag, and that each is closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, attribute: str) -> Iterator[str]:
        return (value for _, attributes in self.tags if (value := attributes.get(attribute)) is not None)


PAGES = {"index": index_html(), **{code: page_html(code) for code in CODES}}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_well_formed_and_asks_nothing_of_anybody(name: str) -> None:
    read = Reader(PAGES[name])
    assert PAGES[name].startswith("<!doctype html>")
    assert not {"script", "style", "img", "iframe", "form"} & {tag for tag, _ in read.tags}
    assert [key for _, attributes in read.tags for key in attributes if key == "style" or key.startswith("on")] == []
    assert [tag for tag, _ in read.tags if tag == "h1"] == ["h1"]
    assert [attributes["href"] for tag, attributes in read.tags if tag == "link"] == [STYLE_SHEET]


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_a_page_or_a_place_that_there_is(name: str) -> None:
    read = Reader(PAGES[name])
    places = set(read.all("id"))
    pages = {STYLE_SHEET, "index.html", *(f"{code}.html" for code in CODES)}
    assert {link for link in read.all("href") if link not in pages and link.removeprefix("#") not in places} == set()


@pytest.mark.parametrize("check", checks(), ids=lambda check: check.code)
def test_the_page_of_a_check_says_all_that_it_knows(check: type[Check]) -> None:
    read = Reader(PAGES[check.code])
    page = page_of(check)
    assert check.name in read.text
    assert check.severity in read.text
    assert all(heading in read.text for heading in page.sections)
    assert all(program in read.text for program in (*page.bad, *page.good))
    assert all(re.sub(r"[`*]", "", symptom) in read.text for symptom in check.symptoms)
    assert ("can be mended automatically" in read.text) == check.fixable


def test_neighbours_lead_to_each_other() -> None:
    assert f'<a href="{CODES[1]}.html">{CODES[1]} →</a>' in PAGES[CODES[0]]
    assert f'<a href="{CODES[-2]}.html">← {CODES[-2]}</a>' in PAGES[CODES[-1]]


def test_the_index_leads_to_every_check_and_from_every_symptom() -> None:
    links = list(Reader(PAGES["index"]).all("href"))
    for check in checks():
        assert links.count(f"{check.code}.html") == 1 + len(check.symptoms)
    assert "PYF401" in PAGES["index"]


def test_symptoms_stand_below_what_happens() -> None:
    hangs, fails = (PAGES["index"].index(f"<h3>{title}") for title in ("It hangs", "It fails"))
    assert hangs < PAGES["index"].index("The run hangs at the first report.") < fails
    assert fails < PAGES["index"].index("TypeError: ")


def test_every_check_belongs_to_a_family() -> None:
    assert {code[:4] for code in CODES} <= set(FAMILIES)


def test_an_unknown_code_has_no_page() -> None:
    with pytest.raises(KeyError):
        page_html("RTL999")
