"""From a text to its module, with what is still true of the text before it."""

from __future__ import annotations

from .cluster import Cluster
from .diagnostic import Diagnostic
from .edited import edited_tree
from .module import Module
from .source import Source
from .syntax import parse


class LastRead:
    """The text that was read last and parsed, for one who reads a text again and again while it is typed.

    Interrupted at any place, it holds what is whole, or nothing.
    """

    def __init__(self) -> None:
        self._module: Module | None = None

    def read(self, source: Source, cluster: Cluster | None) -> Module | Diagnostic:
        """The module of `source`, or why it has none. The module that was given before is of no more use: the two
        share their nodes."""
        before, self._module = self._module, None
        tree = edited_tree(before.tree, before.source, source) if before is not None else None
        if tree is None:
            whole = parse(source)
            if isinstance(whole, Diagnostic):
                self._module = before  # half a word later it may be of use again
                return whole
            tree = whole
        self._module = Module(source, tree, cluster, before)
        return self._module

    def forget(self) -> None:
        """Keep nothing of it."""
        self._module = None
