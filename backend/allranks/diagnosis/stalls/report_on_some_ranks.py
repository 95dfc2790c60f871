"""Some ranks are in `train.report`, and others will not come there."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.agreeing import AGREE, AGREE_SKETCH, ROUNDS, ROUNDS_SKETCH
from allranks.diagnosis.doing import BUFFERS, many, named, place, sends_buffers, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import PAIRWISE, RankSeen, Standing

SKETCH = """if train.get_context().get_world_rank() == 0:
    save(model)
train.report(metrics)  # on every rank
"""
_ON_EVERY_RANK = (
    "Call `train.report` on every rank, and equally often: take it out of the test of the rank, and keep inside the "
    "test what only one rank should do."
)


class ReportOnSomeRanks(Stall):
    """`train.report` is a meeting of all ranks, and so are Ray Train's own collectives."""

    id: ClassVar[str] = "report_on_some_ranks"
    order: ClassVar[int] = 50

    def explain(self, standing: Standing) -> Explanation | None:
        reporting = [seen for seen in standing.stuck if seen.in_report]
        if not reporting:
            return None
        most = max(seen.counts[3] for seen in reporting)
        by_ray = any(seen.activity != "report" for seen in reporting)
        # One that has made this report and gone on is not missing: then it is Ray that is waited for.
        absent = [
            seen
            for seen in standing.ranks
            if seen not in reporting
            and (by_ray or seen.counts[3] < most)
            and (seen.over or (seen.waits and seen.idle >= standing.pause and not seen.in_report))
        ]
        if not absent or any(seen.activity == "checkpoint" for seen in standing.going):
            return None
        left = [seen for seen in absent if seen.over]
        missing = left or absent
        elsewhere = (
            f"{verb(missing, 'has', 'have')} left the loop"
            if left
            else f"{verb(missing, 'waits', 'wait')} in {place(missing[0])}"
        )
        first = reporting[0]
        call_of_some = not left and _in_a_test(missing[0], standing) and not _in_a_test(first, standing)
        # Ranks that reported before they left were not kept from it by a test of the rank: they had fewer rounds.
        stopped = bool(left) and all(seen.counts[3] for seen in left)
        # Nor were those that still make other calls, where neither call stands in a test.
        more_rounds = not left and not _in_a_test(missing[0], standing) and not _in_a_test(first, standing)
        if call_of_some:
            mend, sketch, rule = _mend_of(missing[0]), None, "RTL103"
        elif stopped:
            mend, sketch, rule = AGREE, AGREE_SKETCH, "RTL104"
        elif more_rounds:
            mend, sketch, rule = ROUNDS, ROUNDS_SKETCH, "RTL105"
        else:
            mend, sketch, rule = _ON_EVERY_RANK, SKETCH, "RTL102"
        return self.said(
            standing,
            hang=True,
            ranks=[*reporting, *missing],
            at=missing[0] if call_of_some else first,
            title=(
                f"{named(reporting).capitalize()} {verb(reporting, 'waits', 'wait')} in {place(first)} for "
                f"{named(missing)}, which {elsewhere}"
            ),
            what_happened=(
                f"{place(first)} returns when every rank of the {standing.world_size} has called it. "
                f"{named(missing).capitalize()} made {_reports(missing)} and {elsewhere}, so "
                f"{verb(missing, 'it does', 'they do')} not come, and nobody goes on."
            ),
            mend=mend,
            sketch=sketch,
            page=f"rules/{rule}.html",
            evidence=_paired(reporting, missing),
        )


def _mend_of(seen: RankSeen) -> str:
    call = place(seen)
    if sends_buffers(seen):
        return BUFFERS
    if call in PAIRWISE:
        return f"Let the rank at the other end make the other half of this {call}, before its report; or take it out."
    return (
        f"Let every rank make the call of {call}, or none: take it out of the test that it stands in, and keep inside "
        "what only one rank should do."
    )


def _in_a_test(seen: RankSeen, standing: Standing) -> bool:
    """Whether its line, or one of the learner's that called it, stands in an `if`."""
    if seen.sample is None:
        return False
    own = [frame.line for frame in seen.sample.stack if frame.own]
    return any(standing.program.in_a_test(line) for line in own or [seen.sample.where.line if seen.sample.where else 0])


def _reports(ranks: list[RankSeen]) -> str:
    counts = sorted({seen.counts[3] for seen in ranks})
    return many(counts[0], "report") if len(counts) == 1 else f"{counts[0]} to {counts[-1]} reports"


def _paired(reporting: list[RankSeen], missing: list[RankSeen]) -> list[str]:
    """The meeting does not look at what was called: a report on one rank and a barrier on another let each other go."""
    behind = max(seen.counts[3] for seen in reporting) - min(seen.counts[3] for seen in missing)
    if behind < 2 or not any(seen.counts[2] for seen in missing):
        return []
    return [
        f"they are {behind} reports apart, though each waits for all ranks: earlier reports may have met another call "
        "of `ray.train.collective`, which Ray does not tell apart"
    ]
