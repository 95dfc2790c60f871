"""A rank has failed or its process is gone, and the others still wait for it."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.ranks import first_line, lost_its_peer
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing


class RankGone(Stall):
    """Ray Train ends the attempt when it has noticed. Who lost the connection to the dead rank is a consequence."""

    id: ClassVar[str] = "rank_gone"
    order: ClassVar[int] = 20

    def explain(self, standing: Standing) -> Explanation | None:
        gone = [seen for seen in standing.over if seen.killed or seen.failure or seen.activity == "raised"]
        first = [seen for seen in gone if seen.failure is None or not lost_its_peer(seen.failure)]
        if not gone or not standing.stuck:
            return None
        culprits = first or gone
        victims = [seen for seen in gone if seen not in culprits]
        failed = next((seen.failure for seen in culprits if seen.failure), None)
        why = f" It failed with {failed.error_type}: {first_line(failed.message)}." if failed else ""
        noise = (
            [f"{named(victims)}: lost the connection to it afterwards, a consequence and not a cause"]
            if victims
            else []
        )
        return self.said(
            standing,
            hang=False,
            ranks=[*culprits, *standing.stuck],
            at=standing.stuck[0],
            title=f"{named(culprits).capitalize()} {verb(culprits, 'is', 'are')} gone, and the others wait",
            what_happened=(
                f"{named(standing.stuck).capitalize()} {verb(standing.stuck, 'waits', 'wait')} in a call that needs "
                f"{named(culprits)}, which will not come any more.{why} Ray Train ends the attempt as soon as it "
                "notices."
            ),
            mend="Look at what the rank that is gone died of; the ranks that wait are all right.",
            evidence=noise,
        )
