"""Checkpoints are scored by a metric that some of them, or all, do not have."""

from __future__ import annotations

import difflib
import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.logs import log_of
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.series import report_line
from allranks.protocol import Diagnosis, Frame

_LOGGED = re.compile(r"Result dict has no key: (.+?)\. checkpoint_score_attr")
_RULES = ("RTL213", "RTL108", "RTL321")
_SHOWN = 6


class ScoreMissing(Cause):
    """Ray writes one line into its log and counts the score as minus infinity. With the order `min` that is turned
    round, and a checkpoint without the metric becomes the best one."""

    id: ClassVar[str] = "score_missing"
    order: ClassVar[int] = 1040

    def find(self, observed: Observed) -> list[Finding]:
        name = observed.program.literal("checkpoint_score_attribute")
        if not isinstance(name, str):
            logged = _LOGGED.search(log_of(observed, None))
            name = logged[1].strip() if logged else None
        if name is None or not observed.saved:
            return []
        without = [saved for saved in observed.saved if name not in saved.metrics]
        if not without:
            return []
        every = len(without) == len(observed.saved)
        reported = dict.fromkeys(metric for saved in observed.saved for metric in saved.metrics)
        near = difflib.get_close_matches(name, [other for other in reported if other != name], 1, 0.6)
        least = observed.program.literal("checkpoint_score_order") == "min"
        linted = said_before(observed, _RULES)
        diagnosis = Diagnosis(
            cause=self.id,
            title=(
                f"No checkpoint has the metric {name} that they are scored by"
                if every
                else f"{len(without)} of {len(observed.saved)} checkpoints lack {name}, which they are scored by"
            ),
            what_happened=(
                f"`checkpoint_score_attribute` is `{name}`"
                + (f"; what was reported is called {', '.join(list(reported)[:_SHOWN])}. " if every else ". ")
                + "Ray only logs that it is missing, and scores such a checkpoint with minus infinity: "
                + (
                    'with `checkpoint_score_order="min"` that counts as the best, so it is kept and better ones are '
                    "deleted."
                    if least
                    else "it counts as the worst."
                )
            ),
            evidence=[
                *(f"{saved.name}: {', '.join(saved.metrics) or 'no metrics'}" for saved in without[:_SHOWN]),
                *([quoted(linted)] if linted else []),
            ],
            where=_where(observed),
            ranks=[],
            mend=(
                f"Write `{near[0]}`, or report `{name}` with every checkpoint."
                if near
                else f"Report `{name}` with every checkpoint, and check how it is spelt."
            ),
            sketch=f'train.report({{"{name}": {name}}}, checkpoint=checkpoint)\n' if name.isidentifier() else None,
            page=linted.page if linted else page_of("RTL213"),
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]


def _where(observed: Observed) -> Frame | None:
    for call in observed.program.calls("CheckpointConfig"):
        for keyword in call.keywords:
            if keyword.arg == "checkpoint_score_attribute":
                return observed.program.frame(keyword.value.lineno)
    return report_line(observed)
