"""Comments that ignore findings: `# trainlint: ignore[RTL102] only rank 0 in this test`.

One covers the findings that begin on its line; on a line of its own, those of the next line of code. `ignore-file`
covers the file. Of an unreadable file nothing is ignored: its one finding stands for everything that was not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from .diagnostic import Diagnostic, Edit, Fix
from .ignore_checks import IgnoreWithoutReason, UnknownIgnore, UnusedIgnore
from .lexing import comments
from .source import Source, Span

MARK = "trainlint:"
"""A text without it has no ignore comments, which costs nothing to see."""

# Another tool's comment may follow, and begins with a `#` and a blank; `see #12` is part of a reason.
_DIRECTIVE = re.compile(r"#[ \t]*trainlint:(?:(?![ \t]+#[ \t]).)*")
_PARTS = re.compile(r"#[ \t]*trainlint:[ \t]*(?P<word>ignore|ignore-file)[ \t]*\[(?P<codes>[^\]]*)\](?P<reason>.*)")
_CODE = re.compile(r"[^\s,]+")
_FORM = "Write it as `# trainlint: ignore[CODE] reason`."


@dataclass(slots=True)
class Ignore:
    """One comment. `line` is the line whose findings it covers, None for those of the whole file."""

    start: int
    end: int
    line: int | None
    codes: list[tuple[str, int, int]]
    """Each code with its offsets."""
    reason: str
    is_readable: bool = True
    used: set[str] = field(default_factory=set)

    def covers(self, finding: Diagnostic) -> bool:
        """Whether `finding` is to be ignored."""
        return (self.line is None or self.line == finding.line) and any(
            code == finding.code for code, _, _ in self.codes
        )


def without_ignored(
    source: Source, found: Sequence[Diagnostic], known: Collection[str], judged: Collection[str]
) -> list[Diagnostic]:
    """What is left of `found`, and what is wrong with the comments. `known` are all codes there are, `judged` those
    that were looked for, so that an ignore of one can be told to be unused."""
    ignores = list(_ignores_in(source))
    left: list[Diagnostic] = []
    for finding in found:
        covering = [ignore for ignore in ignores if ignore.covers(finding)]
        for ignore in covering:
            ignore.used.add(finding.code)
        if not covering:
            left.append(finding)
    for ignore in ignores:
        left += _faults(source, ignore, known, judged)
    return left


def _ignores_in(source: Source) -> Iterator[Ignore]:
    for start, end in comments(source.text):
        if MARK not in source.text[start:end]:
            continue
        for match in _DIRECTIVE.finditer(source.text, start, end):
            yield _read(source, match.start(), match.start() + len(match[0].rstrip()))


def _read(source: Source, start: int, end: int) -> Ignore:
    line = source.position(start)[0]
    parts = _PARTS.match(source.text, start, end)
    if parts is None:
        return Ignore(start, end, line, [], "", is_readable=False)
    if parts["word"] == "ignore-file":
        covered = None
    else:
        covered = _next_line_of_code(source, line) if source.line_text(line).lstrip().startswith("#") else line
    first, last = parts.span("codes")
    codes = [(code[0], code.start(), code.end()) for code in _CODE.finditer(source.text, first, last)]
    return Ignore(start, end, covered, codes, parts["reason"].strip(" \t:-"), is_readable=bool(codes))


def _next_line_of_code(source: Source, line: int) -> int:
    for following in range(line, len(source.lines)):
        text = source.lines[following].strip()
        if text and not text.startswith("#"):
            return following + 1
    return 0  # no finding begins there


def _faults(source: Source, ignore: Ignore, known: Collection[str], judged: Collection[str]) -> Iterator[Diagnostic]:
    span = source.span(ignore.start, ignore.end)
    if not ignore.is_readable:
        yield UnknownIgnore.diagnostic(span, "This comment is for trainlint and ignores nothing.", _FORM)
        return
    for code, start, end in ignore.codes:
        if code not in known:
            yield UnknownIgnore.diagnostic(
                source.span(start, end),
                f"No check has the code `{code}`, so nothing is ignored.",
                "Mend the code, or delete it.",
            )
    if not ignore.reason:
        yield IgnoreWithoutReason.diagnostic(
            span, "Nothing says why this is ignored.", "Write the reason behind the bracket."
        )
    unused = [code for code, _, _ in ignore.codes if code in judged and code not in ignore.used]
    if unused:
        kept = [code for code, _, _ in ignore.codes if code not in unused]
        where = "in this file" if ignore.line is None else "here"
        names = " or ".join(f"`{code}`" for code in dict.fromkeys(unused))
        edit = _with_codes(source, ignore, kept) if kept else _without(source, ignore, span)
        title = f"Delete {' and '.join(dict.fromkeys(unused))} from it" if kept else "Delete the comment"
        yield UnusedIgnore.diagnostic(
            span, f"Nothing {where} is found as {names}, so nothing is ignored.", f"{title}.", Fix(title, (edit,))
        )


def _with_codes(source: Source, ignore: Ignore, kept: list[str]) -> Edit:
    return Edit(*source.span(ignore.codes[0][1], ignore.codes[-1][2]), ", ".join(kept))


def _without(source: Source, ignore: Ignore, span: Span) -> Edit:
    """The edit that takes the comment away: its line with it where nothing else stands there, and what another tool
    reads behind it left."""
    line = source.line_text(span.line)
    before, after = line[: span.column], line[span.end_column :]
    if after.strip():
        return Edit(span.line, span.column, span.line, span.end_column + len(after) - len(after.lstrip()), "")
    if before.strip():
        return Edit(span.line, len(before.rstrip()), span.line, len(line), "")
    if span.line < len(source.lines):
        return Edit(span.line, 0, span.line + 1, 0, "")
    return Edit(span.line, 0, span.line, len(line), "")
