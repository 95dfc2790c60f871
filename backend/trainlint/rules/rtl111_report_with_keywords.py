"""RTL111: metrics are given to `ray.train.report` one by one, as keywords."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Edit, Fix
from ..module import Module
from ..old_uses import is_prepared_for, leaves_alone
from ..rule import Rule, inserted
from ..values import entries

PARAMETERS = (
    "metrics",
    "checkpoint",
    "checkpoint_dir_name",
    "checkpoint_upload_mode",
    "delete_local_checkpoint_after_upload",
    "checkpoint_upload_fn",
    "validation",
)


class ReportWithKeywords(Rule):
    """`ray.train.report` is given metrics as keywords.

    ## What it does
    Looks for calls of `ray.train.report` with keywords that are no parameters of it, written out or out of a dict of
    this file with `**`.

    ## Why is this bad?
    Keywords were the way of an old version. Today metrics come in one dict, and the call fails on every rank with
    `TypeError: report() got an unexpected keyword argument`, often after the first epoch was computed.

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
    Ray 2.0 took metrics as a dict; before that `ray.train.report` took keywords.
    """

    code = "RTL111"
    name = "report-with-keywords"
    severity = "error"
    symptoms = ("TypeError: report() got an unexpected keyword argument.",)
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to("ray.train.report")
        for call in calls if calls and not leaves_alone(module) else ():
            if is_prepared_for(module, call):
                continue
            unknown = [keyword for keyword in call.keywords if keyword.arg not in (None, *PARAMETERS)]
            if unknown:
                names = ", ".join(f"`{keyword.arg}`" for keyword in unknown)
                yield self.at(
                    module,
                    unknown[0],
                    f"`report` does not take {names}, so this raises a TypeError.",
                    'Give all metrics in one dict: `train.report({"loss": loss})`.',
                    _fix(module, call, unknown),
                )
            for keyword in call.keywords:
                given = entries(module, keyword.value) if keyword.arg is None else None
                if given and not set(given) <= set(PARAMETERS):
                    yield self.at(
                        module,
                        keyword,
                        "`report` takes its metrics as one dict; taken apart by `**` this raises a TypeError.",
                        "Leave the `**` away.",
                        _without_stars(module, call, keyword),
                    )


def _fix(module: Module, call: ast.Call, unknown: list[ast.keyword]) -> Fix | None:
    """A dict around the keywords where they stand, if they stand side by side and nothing else gives the metrics."""
    first = call.keywords.index(unknown[0])
    if call.args or call.keywords[first : first + len(unknown)] != unknown:
        return None
    if any(keyword.arg in (None, "metrics") for keyword in call.keywords):
        return None
    edits = []
    for keyword in unknown:
        span = module.source.node_span(keyword)
        start = module.source.offset(span.line, span.column)
        written = re.match(r"\w+[ \t]*=[ \t]*", module.source.text[start:])
        if written is None:
            return None
        opening = "" if keyword is not unknown[0] else "{" if first == 0 else "metrics={"
        place = module.source.span(start, start + written.end())
        edits.append(Edit(*place, f'{opening}"{keyword.arg}": '))
    return Fix("Give the metrics as one dict", (*edits, inserted(module, unknown[-1], "}", after=True)))


def _without_stars(module: Module, call: ast.Call, keyword: ast.keyword) -> Fix | None:
    if call.args or any(other.arg in (None, "metrics") for other in call.keywords if other is not keyword):
        return None
    span = module.source.node_span(keyword)
    start = module.source.offset(span.line, span.column)
    stars = re.match(r"\*\*[ \t]*", module.source.text[start:])
    if stars is None:
        return None
    text = "" if keyword is call.keywords[0] else "metrics="
    return Fix("Give the dict itself", (Edit(*module.source.span(start, start + stars.end()), text),))
