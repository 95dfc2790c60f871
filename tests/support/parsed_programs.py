"""Sources that several tests of the linter look at."""

from __future__ import annotations

from textwrap import dedent

from trainlint.module import Module
from trainlint.source import Source
from trainlint.syntax import parse


def module_of(text: str) -> Module:
    """The dedented `text`, parsed."""
    source = Source(dedent(text))
    tree = parse(source)
    assert not hasattr(tree, "message"), tree
    return Module(source, tree)
