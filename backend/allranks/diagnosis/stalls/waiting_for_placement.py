"""Ray has not started the workers: what they ask for is not free."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing

STARTING_SECONDS = 30.0
"""Workers that fit may take so long to start on a machine that has other things to do."""


class WaitingForPlacement(Stall):
    """Ray waits for resources without a word. What can never fit is refused before it comes to this."""

    id: ClassVar[str] = "waiting_for_placement"
    order: ClassVar[int] = 40

    def explain(self, standing: Standing) -> Explanation | None:
        asked = standing.requested
        waited = standing.now - standing.phase_since
        if standing.phase != "workers" or standing.ranks or asked is None or waited < standing.pause:
            return None
        short = {
            name: (amount * asked.workers, asked.cluster.get(name, 0.0))
            for name, amount in asked.resources_per_worker.items()
            if amount * asked.workers > asked.cluster.get(name, 0.0) + 1e-6
            or amount > asked.largest_node.get(name, 0.0) + 1e-6
        }
        if not short and waited < STARTING_SECONDS:
            return None
        needs = ", ".join(f"{amount:g} {name}" for name, amount in asked.resources_per_worker.items()) or "nothing"
        if short:
            what = "; ".join(
                f"{needed:g} {name} in all, and the cluster has {has:g}" for name, (needed, has) in short.items()
            )
            happened = f"Ray waits for a place for all workers at once. They need {what}."
        else:
            happened = (
                "Ray waits for a place for all workers at once. The cluster is large enough, so something else holds "
                "what they need (tasks or actors of the program), or their processes are slow to start."
            )
        return self.said(
            standing,
            hang=bool(short) and not asked.may_grow,
            ranks=[],
            at=None,
            title=f"The {asked.workers} workers have no place to run yet",
            what_happened=happened,
            mend="Ask for fewer workers or for less per worker in ScalingConfig, or free what else the program holds.",
            evidence=[
                f"asked for: {asked.workers} workers with {needs} each",
                f"the cluster: {', '.join(f'{amount:g} {name}' for name, amount in asked.cluster.items())}",
            ],
        )
