"""Causes that are known by the error they end in."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

from allranks.protocol import Diagnosis, Frame

from .cause import Cause, Finding
from .linted import page_of, quoted, said_at, said_before
from .observed import Observed
from .raised import Raised, raised_errors
from .ranks import capitalised, consequences, full_stop, lost_its_peer, name_ranks, named_error


@dataclass(frozen=True)
class Known:
    """What an error means. `what_happened` follows a sentence that says where it was raised and on which ranks.

    `rules` are the linter's that know of it; what it found is quoted, and its page linked.
    """

    title: str
    what_happened: str
    mend: str
    sketch: str | None = None
    evidence: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    where: Frame | None = None
    """Where it is to be mended, if that is not where it was raised."""


class KnownError(Cause):
    """Says what one kind of error means, wherever it was raised, and however often it was wrapped by others. Ranks for
    which it means the same are one diagnosis."""

    @abstractmethod
    def explain(self, error: Raised, observed: Observed) -> Known | None:
        """What this error means, or None when it is not of this kind."""

    def find(self, observed: Observed) -> list[Finding]:
        groups: dict[Known, tuple[list[Raised], dict[str, None]]] = {}
        for chain in raised_errors(observed):
            for error in chain:
                known = self.explain(error, observed)
                if known is None:
                    continue
                # The learner's line that is nearest to it, if the error itself has none of theirs.
                where = known.where or next((each.where for each in (error, *chain) if each.where), None)
                errors, facts = groups.setdefault(replace(known, where=where, evidence=()), ([], {}))
                errors.append(error)
                facts.update(dict.fromkeys(known.evidence))
                break
        return [self._finding(known, errors, facts, observed) for known, (errors, facts) in groups.items()]

    def _finding(self, known: Known, group: list[Raised], facts: dict[str, None], observed: Observed) -> Finding:
        ranks = sorted({error.rank for error in group if error.rank is not None})
        failures = [failure for _, failure in observed.worker_failures]
        explains = frozenset(error.seq for error in group) | observed.end
        if ranks:
            explains |= frozenset(seq for seq, failure in observed.worker_failures if lost_its_peer(failure))
            explains |= observed.passed_on
        linted = said_before(observed, known.rules)
        if linted is None and not known.rules and known.where is not None and known.where.own:
            linted = said_at(observed, known.where.line)
        evidence = [f"{_who(error.rank)}: {named_error(error.error_type, error.message)}" for error in group]
        evidence += facts
        evidence += consequences(failures) if ranks else []
        evidence += [quoted(linted)] if linted else []
        page = linted.page or None if linted else page_of(known.rules[0]) if known.rules else None
        diagnosis = Diagnosis(
            cause=self.id,
            title=known.title,
            what_happened=f"{raised_where(group, observed.world_size)} {known.what_happened}",
            evidence=evidence,
            where=known.where,
            ranks=ranks,
            mend=known.mend,
            sketch=known.sketch,
            page=page,
        )
        return Finding(diagnosis, explains)


def raised_where(group: list[Raised], world_size: int) -> str:
    """A sentence: who stopped, where, with what."""
    ranks = sorted({error.rank for error in group if error.rank is not None})
    who = "The program" if not ranks else "every rank" if 1 < world_size == len(ranks) else name_ranks(ranks)
    first = group[0]
    frame = first.where
    error = named_error(first.error_type, first.message)
    at = f" at line {frame.line}, `{frame.text}`," if frame else ""
    return full_stop(f"{capitalised(who)} stopped{at} with {error}")


def _who(rank: int | None) -> str:
    return "driver" if rank is None else f"rank {rank}"
