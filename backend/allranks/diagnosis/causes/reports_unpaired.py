"""Some ranks reported more often than others, and the run ended all the same."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks
from allranks.diagnosis.series import report_line, reports_by_rank
from allranks.protocol import Diagnosis

_RULES = ("RTL103", "RTL102", "RTL104", "RTL114")
_SHOWN = 8


class ReportsUnpaired(Cause):
    """`train.report` is a meeting of all ranks, and so is Ray Train's `barrier`. Ray counts who has come and does not
    look at what they called: a report on one rank that pairs with a barrier on another is lost without a word."""

    id: ClassVar[str] = "reports_unpaired"
    order: ClassVar[int] = 1030

    def find(self, observed: Observed) -> list[Finding]:
        if not observed.completed or not observed.complete or observed.worker_failures:
            return []
        counts = dict.fromkeys(range(observed.world_size), 0)
        counts |= {rank: len(reports) for rank, reports in reports_by_rank(observed).items()}
        if len(set(counts.values())) < 2 or observed.stopped is not None:
            return []
        most = max(counts.values())
        fewer = [rank for rank, count in counts.items() if count < most]
        linted = said_before(observed, _RULES)
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{name_ranks(fewer).capitalize()} reported less often than the others: reports were lost",
            what_happened=(
                "A report counts when every rank has made it. The run came to its end without, so the missing ones "
                "were made up by other calls that wait for all ranks: `ray.train.collective.barrier` and "
                "`broadcast_from_rank_zero` share their meeting with `report`, and Ray does not compare which is which."
            ),
            evidence=[
                *(f"rank {rank}: {count} reports" for rank, count in list(counts.items())[:_SHOWN]),
                *([quoted(linted)] if linted else []),
            ],
            where=report_line(observed, _RULES),
            ranks=fewer,
            mend=(
                "Let every rank make the same calls of Ray Train in the same order: no `report`, no `barrier` inside a "
                "test of the rank. What only one rank does (saving a file) goes inside the test, the report after it."
            ),
            sketch=(
                "if train.get_context().get_world_rank() == 0:\n"
                "    save(model)\n"
                "train.report(metrics)  # on every rank\n"
            ),
            page=linted.page if linted else page_of("RTL102"),
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]
