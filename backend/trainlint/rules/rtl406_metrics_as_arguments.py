"""RTL406: metrics are given to `ray.train.report` one by one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Edit, Fix
from ..module import Module
from ..old_uses import is_prepared_for, leaves_alone
from ..rule import Rule
from ..source import Span

_PARAMETERS = frozenset(
    {
        "metrics",
        "checkpoint",
        "checkpoint_dir_name",
        "checkpoint_upload_mode",
        "delete_local_checkpoint_after_upload",
        "checkpoint_upload_fn",
        "validation",
    }
)


class MetricsAsArguments(Rule):
    """Metrics are given to `ray.train.report` as arguments, and not in a dictionary.

    ## What it does
    Looks for arguments of `ray.train.report` that it does not have: `report(loss=0.1, epoch=3)`.

    ## Why is this bad?
    `report` takes one dictionary of metrics. Anything else is a TypeError on every rank, at the first report.

    ## Example
    ```python
    from ray import train

    def train_loop():
        for epoch in range(3):
            train.report(loss=1.0 / (epoch + 1), epoch=epoch)
    ```

    ## Use instead
    ```python
    from ray import train

    def train_loop():
        for epoch in range(3):
            train.report({"loss": 1.0 / (epoch + 1), "epoch": epoch})
    ```

    ## Since which Ray
    `ray.train.report` took metrics as arguments before Ray 2.0; it takes a dictionary ever since.
    """

    code = "RTL406"
    name = "metrics-as-arguments"
    severity = "error"
    symptoms = ("TypeError: report() got an unexpected keyword argument 'loss'.",)
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to("ray.train.report")
        if not calls or leaves_alone(module):
            return
        for call in calls:
            unknown = [keyword for keyword in call.keywords if keyword.arg and keyword.arg not in _PARAMETERS]
            if unknown and not is_prepared_for(module, call):
                yield self.at(
                    module,
                    unknown[0],
                    f"`report` has no argument `{unknown[0].arg}`, so this is a TypeError on every rank.",
                    "Put the metrics into one dictionary: `train.report({...})`.",
                    _fix(module, call, unknown),
                )


def _fix(module: Module, call: ast.Call, unknown: list[ast.keyword]) -> Fix | None:
    """The dictionary comes first, then what `report` has arguments for, both as they were written."""
    if call.args or any(keyword.arg in (None, "metrics") for keyword in call.keywords):
        return None
    source = module.source
    first = source.node_span(call.keywords[0])
    last = source.node_span(call.keywords[-1])
    whole = Span(first.line, first.column, last.end_line, last.end_column)
    if "#" in _text(module, whole):
        return None
    metrics = ", ".join(
        f'"{keyword.arg}": {_text(module, source.node_span(keyword.value))}' for keyword in call.keywords
        if keyword in unknown
    )  # fmt: skip
    others = [_text(module, source.node_span(keyword)) for keyword in call.keywords if keyword not in unknown]
    return Fix("Put the metrics into a dictionary", (Edit(*whole, ", ".join([f"{{{metrics}}}", *others])),))


def _text(module: Module, span: Span) -> str:
    source = module.source
    return source.text[source.offset(span.line, span.column) : source.offset(span.end_line, span.end_column)]
