"""The one way to Python's own parser: as Python 3.11, and without a word about style."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

GRAMMAR = (3, 11)
_UNKNOWN_FUTURE = re.compile("not a chance|future feature ")
_FUTURE_IMPORT = re.compile(r"(\bfrom\s+)__future__\b")

# `warnings.catch_warnings` swaps a global of the process, and a server lints on several threads.
_alone = RLock()


@contextmanager
def without_warnings() -> Iterator[None]:
    """Keep what the parser warns about (`'\\d'`, `1if x`) out of the log, and from becoming an error under `-W`."""
    with _alone, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def parse_module(text: str) -> ast.Module:
    """The tree of a file, with all that `ast.parse` raises."""
    with without_warnings():
        try:
            return ast.parse(text, feature_version=GRAMMAR)
        except SyntaxError as error:
            if not _UNKNOWN_FUTURE.match(error.msg):
                raise
        # Newer parsers refuse an unknown feature of `__future__`. That of 3.11 leaves it to others, here to pyflakes.
        tree = ast.parse(_FUTURE_IMPORT.sub(r"\1__FUTURE__", text), feature_version=GRAMMAR)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "__FUTURE__":
            node.module = "__future__"
    return tree


def is_expression(text: str) -> bool:
    """Whether `text`, which is not blank, is one expression; it may span lines."""
    try:
        with without_warnings():
            ast.parse(f"({text})", mode="eval", feature_version=GRAMMAR)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
