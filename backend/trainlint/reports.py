"""What the reports of a file hand over."""

from __future__ import annotations

import ast
from functools import cached_property

from .arguments import argument, has_unseen_arguments
from .module import Module
from .values import constant, entries, possible


class Report:
    """One call of `ray.train.report`."""

    def __init__(self, module: Module, call: ast.Call) -> None:
        self.module = module
        self.call = call

    @cached_property
    def metrics(self) -> dict[str, ast.expr] | None:
        """The metrics by name, where they are one dict that is all in sight."""
        given = argument(self.call, "metrics", 0)
        return entries(self.module, given) if given is not None else None

    @cached_property
    def surely_has_checkpoint(self) -> bool:
        """Whether every way through this call hands over a checkpoint."""
        given = argument(self.call, "checkpoint", 1)
        values = possible(self.module, given) if given is not None else None
        return bool(values) and all(constant(self.module, value) is not None for value in values or ())

    @cached_property
    def may_have_checkpoint(self) -> bool:
        """Whether it may hand over a checkpoint."""
        given = argument(self.call, "checkpoint", 1)
        if given is None:
            return has_unseen_arguments(self.call)
        return constant(self.module, given) is not None


def reports_of(module: Module) -> list[Report]:
    """Every report of the file, in its order."""
    calls = module.index.calls_to("ray.train.report")
    return [Report(module, call) for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset))]
