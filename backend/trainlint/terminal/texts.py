"""A file's text, and its bytes again: a mended file keeps its line ends and its byte order mark."""

from __future__ import annotations

import codecs
import re
import sys
from difflib import SequenceMatcher
from pathlib import Path

_LINE_END = re.compile(r"\r\n|\r|\n")


class FileText:
    """The bytes of one file, read as UTF-8. Raises UnicodeDecodeError where they are not."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.text = content.decode("utf-8-sig")
        """Without the byte order mark, line ends as they are."""

    def with_text(self, mended: str) -> bytes:
        """The bytes of the file once its text is `mended`, which has every line end as `\\n`."""
        mark = codecs.BOM_UTF8 if self.content.startswith(codecs.BOM_UTF8) else b""
        return mark + self._with_line_ends(mended).encode("utf-8")

    def _with_line_ends(self, mended: str) -> str:
        ends = _LINE_END.findall(self.text)
        if not ends:
            return mended
        usual = max(dict.fromkeys(ends), key=ends.count)
        if len(set(ends)) == 1:
            return mended.replace("\n", usual)
        before, after = _LINE_END.split(self.text), mended.split("\n")
        kept = [usual] * len(after)
        for first, second, size in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
            kept[second : second + size] = [*ends, usual][first : first + size]
        return "".join(line + end for line, end in zip(after[:-1], kept, strict=False)) + after[-1]


def read(name: str) -> FileText:
    """The file `name`. Raises OSError and UnicodeDecodeError."""
    return FileText(Path(name).read_bytes())


def read_standard_input() -> FileText:
    """What is piped in. Raises OSError and UnicodeDecodeError."""
    return FileText(sys.stdin.buffer.read())


def lines_of(text: str) -> list[str]:
    """The lines of `text` with their ends, split where Python splits them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
