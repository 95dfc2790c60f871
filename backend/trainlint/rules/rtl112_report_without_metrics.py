"""RTL112: `ray.train.report` is called without metrics."""

from __future__ import annotations

from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..diagnostic import Diagnostic
from ..module import Module
from ..old_uses import is_prepared_for
from ..rule import Rule
from .rtl111_report_with_keywords import PARAMETERS


class ReportWithoutMetrics(Rule):
    """`ray.train.report` is called without its first argument.

    ## What it does
    Looks for calls of `ray.train.report` that give no metrics, such as `report(checkpoint=checkpoint)`.

    ## Why is this bad?
    `metrics` has no default: the call fails on every rank with a TypeError. An empty dict is allowed.

    ## Example
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint

    def train_loop():
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                train.report(checkpoint=Checkpoint.from_directory(folder))
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint

    def train_loop():
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))
    ```

    ## Since which Ray
    Every version whose `report` takes a dict.
    """

    code = "RTL112"
    name = "report-without-metrics"
    severity = "error"
    symptoms = ("TypeError: report() missing 1 required positional argument: 'metrics'.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for call in module.index.calls_to("ray.train.report"):
            if has_unseen_arguments(call) or argument(call, "metrics", 0) is not None or is_prepared_for(module, call):
                continue
            if any(keyword.arg not in PARAMETERS for keyword in call.keywords):
                continue  # RTL111 says it
            yield self.at(
                module,
                call,
                "`report` needs metrics, and this call gives none: it raises a TypeError.",
                "Give a dict of numbers first; an empty one, `{}`, is allowed.",
            )
