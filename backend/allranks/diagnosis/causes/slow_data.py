"""The ranks wait for data most of the time."""

from __future__ import annotations

import ast
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks
from allranks.diagnosis.spent import Spent, shares, time_of_ranks
from allranks.protocol import Diagnosis, Frame

_SHARE = 0.5
_SECONDS = 3.0
_FIRST_PASS = 5.0
_EACH_PASS = 1.5
"""Seconds that Ray Data may take to start its tasks, of the first pass over a dataset and of each one after it. A small
program is in them most of its time, and there is nothing to mend."""


class SlowData(Cause):
    """Half of a rank's time and more went by in waiting for its next batch, what Ray Data needs to start left out. That
    a loader has no workers is said only then, and only of a loader whose arguments are in the file."""

    id: ClassVar[str] = "slow_data"
    order: ClassVar[int] = 1120

    def find(self, observed: Observed) -> list[Finding]:
        ranks = time_of_ranks(observed)
        of_ray = any(piece.source == "ray_data" for piece in observed.rows) or _reads_ray_data(observed)
        waiting = [
            spent
            for spent in ranks
            if (waited := spent.of("data") - (_starting(observed, spent) if of_ray else 0.0)) >= _SECONDS
            and waited >= _SHARE * spent.total
        ]
        if not waiting or len(waiting) < len(ranks):
            return []
        share = sum(spent.share("data") for spent in waiting) / len(waiting)
        loader = _loader_without_workers(observed)
        if loader:
            mend = (
                "Give the loader workers of its own (`num_workers=2`), which prepare the next batches while the model "
                "trains; or make each row cheaper to load."
            )
        elif of_ray:
            mend = (
                "Let Ray Data read ahead (`prefetch_batches`), leave it CPUs that no worker holds, or prepare the data "
                "before `fit()` (`materialize()`)."
            )
        else:
            mend = "Make each batch cheaper to load, load ahead in the background, or keep what is small in memory."
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"The ranks waited for data {100 * share:.0f} % of the time",
            what_happened=(
                f"{name_ranks(spent.rank for spent in waiting).capitalize()} spent more time in getting the next batch "
                "than in all of training."
                + (
                    f" The loader at line {loader.line} has no workers: the rank itself loads each batch."
                    if loader
                    else ""
                )
            ),
            evidence=shares(ranks),
            where=loader
            or observed.program.only_call("DataLoader")
            or observed.program.only_call("iter_torch_batches"),
            ranks=[spent.rank for spent in waiting],
            mend=mend,
            sketch="DataLoader(dataset, batch_size=32, num_workers=2)\n" if loader else None,
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]


def _reads_ray_data(observed: Observed) -> bool:
    return bool(observed.program.calls("iter_torch_batches") or observed.program.calls("iter_batches"))


def _starting(observed: Observed, spent: Spent) -> float:
    """Seconds of this rank's wait that may be the start of passes: as many as were seen, or else one a report."""
    seen = {
        (piece.dataset, piece.epoch)
        for piece in observed.rows
        if piece.rank == spent.rank and piece.attempt == observed.attempt
    }
    passes = len(seen) or spent.reports
    return _EACH_PASS * passes if spent.warm else _FIRST_PASS + _EACH_PASS * (passes - 1)


def _loader_without_workers(observed: Observed) -> Frame | None:
    calls = observed.program.calls("DataLoader")
    if len(calls) != 1 or any(keyword.arg is None for keyword in calls[0].keywords):
        return None
    given = next((keyword.value for keyword in calls[0].keywords if keyword.arg == "num_workers"), None)
    if given is None or (isinstance(given, ast.Constant) and given.value == 0):
        return observed.program.frame(calls[0].lineno)
    return None
