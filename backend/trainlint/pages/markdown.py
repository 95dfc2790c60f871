"""The little Markdown that docstrings are written in, as HTML: paragraphs, lists, blocks of code, `code`, *emphasis*,
and codes of checks, which become links. Whatever else stands there is text, and comes out as it went in."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape

_FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<code>.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"(?:-|\*|\d+\.) +")
_INLINE = re.compile(
    r"(?P<ticks>``?)(?P<code>.+?)(?P=ticks)|\*\*(?P<strong>[^*\s](?:[^*]*[^*\s])?)\*\*"
    r"|(?<![\w*])\*(?P<emphasis>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|(?P<link>\b(?:RTL|PYF)\d{3}\b)",
    re.DOTALL,
)


def to_html(markdown: str, linked: Collection[str] = ()) -> str:
    """`markdown` as HTML. Codes in `linked` lead to the page that lies beside this one."""
    parts: list[str] = []
    at = 0
    for fence in _FENCE.finditer(markdown):
        parts += _blocks(markdown[at : fence.start()], linked)
        # What may scroll must be reached by keys too.
        parts.append(f'<pre tabindex="0"><code>{escape(fence["code"])}</code></pre>')
        at = fence.end()
    return "\n".join([*parts, *_blocks(markdown[at:], linked)])


def inline(text: str, linked: Collection[str] = ()) -> str:
    """One run of text as HTML."""
    parts: list[str] = []
    at = 0
    for match in _INLINE.finditer(text):
        parts += [escape(text[at : match.start()]), _marked(match, linked)]
        at = match.end()
    return "".join([*parts, escape(text[at:])])


def _marked(match: re.Match[str], linked: Collection[str]) -> str:
    if match["code"] is not None:
        code = f"<code>{escape(match['code'].strip())}</code>"
        return _link(match["code"].strip(), code) if match["code"].strip() in linked else code
    if match["strong"] is not None:
        return f"<strong>{inline(match['strong'], linked)}</strong>"
    if match["emphasis"] is not None:
        return f"<em>{inline(match['emphasis'], linked)}</em>"
    return _link(match[0], match[0]) if match[0] in linked else match[0]


def _link(code: str, content: str) -> str:
    return f'<a href="{code}.html">{content}</a>'


def _blocks(markdown: str, linked: Collection[str]) -> list[str]:
    """Paragraphs and lists; a list item goes on in the lines that are indented."""
    found: list[str] = []
    for block in re.split(r"\n[ \t]*\n", markdown.strip("\n")):
        paragraph: list[str] = []
        items: list[str] = []
        for line in block.split("\n"):
            head = _ITEM.match(line)
            if head:
                items.append(line[head.end() :])
            elif items and line[:1] in (" ", "\t"):
                items[-1] += f"\n{line.strip()}"
            elif items:
                found.append(_list(items, linked))
                items, paragraph = [], [line]
            else:
                paragraph.append(line)
            if items and paragraph:
                found += _paragraph(paragraph, linked)
                paragraph = []
        found += _paragraph(paragraph, linked)
        if items:
            found.append(_list(items, linked))
    return found


def _paragraph(lines: list[str], linked: Collection[str]) -> list[str]:
    text = "\n".join(lines).strip()
    return [f"<p>{inline(text, linked)}</p>"] if text else []


def _list(items: list[str], linked: Collection[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{inline(item, linked)}</li>" for item in items) + "\n</ul>"
