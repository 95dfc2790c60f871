"""The pages as HTML."""

from __future__ import annotations

import re
from html import escape

from ..docs import page_of
from ..engine import checks
from ..flake_sentences import FLAKE_KINDS
from ..rule import Check
from .markdown import inline, to_html

STYLE_SHEET = "rules.css"
FAMILIES = {
    "RTL0": "The file and its comments",
    "RTL1": "The training loop",
    "RTL2": "The configuration",
    "RTL3": "Checkpoints and results",
    "RTL4": "Old API",
}
_KINDS_OF_SYMPTOM = {
    "It hangs, or never ends": re.compile(r"\b(hang|wait|stall|stuck|stop|never (end|return|finish|start)|for ever)"),
    "It fails": re.compile(r"Error\b|Exception\b|\b(fail|raise|crash|die|refuse|kill|abort|cannot)"),
    "It runs, and something is not right": re.compile(""),
}
"""The first that fits a sentence."""
_CLASSES = {"Example": "bad", "Use instead": "good"}


def page_html(code: str) -> str:
    """The page of the check with this code. Raises KeyError where there is none."""
    found = checks()
    codes = [check.code for check in found]
    if code not in codes:
        raise KeyError(code)
    place = codes.index(code)
    check = found[place]
    page = page_of(check)
    parts = [
        _navigation(found[place - 1] if place else None, found[place + 1] if place + 1 < len(found) else None),
        "<main>",
        f"<h1>{code}: {escape(check.name)}</h1>",
        _facts(check),
        f'<p class="summary">{inline(page.summary, codes)}</p>',
        *_symptoms(check, codes),
    ]
    for heading, body in page.sections.items():
        parts.append(f'<section class="{_CLASSES.get(heading, "")}">' if heading in _CLASSES else "<section>")
        parts += [f"<h2>{escape(heading)}</h2>", to_html(body, codes), "</section>"]
    parts += ["</main>", _footer(check)]
    return _document(f"{code}: {check.name}", parts)


def index_html() -> str:
    """Every check, by what one sees and by what it is about."""
    parts = [
        "<main>",
        "<h1>What trainlint finds</h1>",
        '<p class="summary">Most of what goes wrong in a Ray Train program can be known before it runs.</p>',
        '<p><a href="#symptoms">By what you see</a> · <a href="#families">By what it is about</a></p>',
        *_by_symptom(),
        *_by_family(),
        *_of_pyflakes(),
        "</main>",
    ]
    return _document("What trainlint finds", parts)


def _document(title: str, parts: list[str]) -> str:
    head = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)} · trainlint</title>",
        f'<link rel="stylesheet" href="{STYLE_SHEET}">',
        "</head>",
        "<body>",
    ]
    return "\n".join([*head, *parts, "</body>", "</html>", ""])


def _navigation(before: type[Check] | None, after: type[Check] | None) -> str:
    links = ['<a href="index.html">All rules</a>']
    links += [f'<a href="{check.code}.html">{sign}</a>' for check, sign in _signs(before, after)]
    return f'<nav aria-label="Rules">{" ".join(links)}</nav>'


def _signs(before: type[Check] | None, after: type[Check] | None) -> list[tuple[type[Check], str]]:
    found = [(before, f"← {before.code}")] if before else []
    return found + ([(after, f"{after.code} →")] if after else [])


def _facts(check: type[Check]) -> str:
    facts = [f'<span class="{check.severity}">{check.severity}</span>', FAMILIES[check.code[:4]].lower()]
    if check.fixable:
        facts.append("can be mended automatically")
    if check.needs_of_cluster:
        facts.append("needs to be told what is there, as the playground tells it")
    elif check.needs_cluster:
        facts.append("needs to know the cluster (<code>--cpus</code>, <code>--gpus</code>, <code>--nodes</code>)")
    return f'<p class="facts">{" · ".join(facts)}</p>'


def _symptoms(check: type[Check], codes: list[str]) -> list[str]:
    if not check.symptoms:
        return []
    items = [f"<li>{inline(symptom, codes)}</li>" for symptom in check.symptoms]
    return ["<h2>What you see</h2>", "<ul>", *items, "</ul>"]


def _footer(check: type[Check]) -> str:
    if check.code.startswith("RTL0"):
        return '<footer><p><a href="index.html">All rules</a></p></footer>'
    example = f"# trainlint: ignore[{check.code}] why it does not matter here"
    return (
        f"<footer><p>Where it does not apply, say so on the line of the finding, or alone above it:</p>"
        f'<pre tabindex="0"><code>{example}</code></pre></footer>'
    )


def _by_symptom() -> list[str]:
    """Sentences in the order of the alphabet below what kind of thing happens; one that several checks share leads to
    all of them."""
    causes: dict[str, list[type[Check]]] = {}
    for check in checks():
        for symptom in check.symptoms:
            causes.setdefault(symptom, []).append(check)
    items: dict[str, list[str]] = {title: [] for title in _KINDS_OF_SYMPTOM}
    for symptom in sorted(causes, key=lambda sentence: sentence.strip("`").casefold()):
        title = next(title for title, words in _KINDS_OF_SYMPTOM.items() if words.search(symptom))
        items[title].append(f"<li>{inline(symptom)} {' '.join(map(_link, causes[symptom]))}</li>")
    parts = ['<section id="symptoms">', "<h2>By what you see</h2>"]
    for title, listed in items.items():
        parts += [f"<h3>{title}</h3>", "<ul>", *listed, "</ul>"] if listed else []
    return [*parts, "</section>"]


def _by_family() -> list[str]:
    parts = ['<section id="families">', "<h2>By what it is about</h2>"]
    for prefix, title in FAMILIES.items():
        members = [check for check in checks() if check.code.startswith(prefix)]
        if members:
            items = [f"<li>{_link(check)} {inline(page_of(check).summary)}</li>" for check in members]
            parts += [f'<h3 id="{prefix}">{escape(title)}</h3>', "<ul>", *items, "</ul>"]
    return [*parts, "</section>"]


def _of_pyflakes() -> list[str]:
    kinds = sorted(FLAKE_KINDS.values(), key=lambda kind: kind.code)
    items = [f"<li><code>{kind.code}</code> {escape(kind.name)}</li>" for kind in kinds]
    text = "<p>Where pyflakes is installed, its findings are shown too; flake8 has the same numbers behind an F.</p>"
    return ['<section id="PYF">', "<h3>pyflakes</h3>", text, "<ul>", *items, "</ul>", "</section>"]


def _link(check: type[Check]) -> str:
    return f'<a href="{check.code}.html">{check.code}</a>'
