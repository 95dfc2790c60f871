"""A rank lost its connection to another, and nobody knows why the other one went."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import capitalised, lost_its_peer, name_ranks, named_error, own_frame
from allranks.protocol import Diagnosis


class PeerLost(Cause):
    """Only consequences were recorded: Ray ended the group before the rank that failed first could be heard."""

    id: ClassVar[str] = "peer_lost"
    order: ClassVar[int] = 600

    def find(self, observed: Observed) -> list[Finding]:
        failures = [failure for _, failure in observed.worker_failures]
        if not failures or not all(lost_its_peer(failure) for failure in failures):
            return []
        explained = {seq for seq, _ in observed.worker_failures}
        ranks = sorted({failure.rank for failure in failures})
        silent = sorted(set(range(observed.world_size)) - set(ranks))
        first = f"Most likely {name_ranks(silent)} failed first. " if silent else ""
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{capitalised(name_ranks(ranks))} lost the connection to another rank",
            what_happened=(
                f"{capitalised(name_ranks(ranks))} waited for the others in the process group when a connection was "
                f"closed at the other end. {first}What ended it was not recorded."
            ),
            evidence=[
                f"rank {failure.rank}: {named_error(failure.error_type, failure.message)}" for failure in failures
            ],
            where=own_frame(failures[0].frames),
            ranks=ranks,
            mend=(
                "Read the logs of the ranks that are not listed here, last lines first: the error that matters is "
                "theirs. The line shown is only where this rank was waiting."
            ),
            sketch=None,
        )
        return [Finding(diagnosis, frozenset(explained) | observed.passed_on | observed.end)]
