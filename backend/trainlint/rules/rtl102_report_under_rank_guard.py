"""RTL102: `ray.train.report` is reached by some ranks only."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule


class ReportUnderRankGuard(Rule):
    """`ray.train.report` is called on some ranks only.

    ## What it does
    Looks for calls of `ray.train.report`, direct or through a function of the same file, that stand under a condition
    on the rank, or behind a `return`, `continue` or `break` that other ranks take. A condition with a report in each
    branch is fine.

    ## Why is this bad?
    `report` is a barrier: it returns when every rank has called it. The ranks that do call it wait for ever for those
    that never do. Nothing fails, and if rank 0 is among the missing not even a warning is printed.

    ## Example
    ```python
    from ray import train

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            if train.get_context().get_world_rank() == 0:
                train.report({"loss": loss})
    ```

    ## Use instead
    ```python
    from ray import train

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            if train.get_context().get_world_rank() == 0:
                print(f"epoch {epoch}: {loss}")
            train.report({"loss": loss})
    ```

    ## Since which Ray
    `report` was a barrier in Train V1 too. Train V2 warns after 60 s, and only if rank 0 is among those who wait.
    """

    code = "RTL102"
    name = "report-under-rank-guard"
    severity = "error"
    symptoms = (
        "The run hangs at the first report.",
        "The run hangs and nothing is logged.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        traces = module.traces
        if traces is None:
            return  # one worker, or local mode: nobody waits
        if "report" not in module.collectives.all.values():
            return
        guards, others = traces.guards("report"), traces.guards()
        for function in module.functions:
            for call in guards.meetings(function):
                # Where the other ranks meet in another call, RTL103 speaks.
                if guards.keeps_ranks_away(call, function) and others.keeps_ranks_away(call, function):
                    if traces.same(function, "report"):
                        break  # `if rank != 0: report()` and later `if rank == 0: report()`
                    yield self.at(
                        module,
                        call.func,
                        "Only some ranks get to this report, and they wait for the others for ever.",
                        "Report on every rank; keep the condition for printing or for what the checkpoint holds.",
                    )
