"""Ranks met in one collective with tensors of different sizes."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.logs import log_of
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import (
    consequences,
    first_line,
    lost_its_peer,
    name_ranks,
    own_frame,
    process_is_gone,
)
from allranks.protocol import Diagnosis, Frame

_MISMATCH = re.compile(
    r"op\.preamble\.length|Received data size doesn't match expected size"
    r"|Detected mismatch between collectives on ranks"
    r"|Mismatch between collective operation types"
)
_SIZES = re.compile(r"(\d+) vs\.? (\d+)")
_RULES = ("RTL106", "RTL103", "RTL105")


class ShapesDiffer(Cause):
    """Gloo compares the bytes that arrive with those it waits for, on a thread of its own, and aborts the process where
    they differ. Ray sees a dead actor and names memory first: the log of the rank knows better."""

    id: ClassVar[str] = "shapes_differ"
    order: ClassVar[int] = 360

    def find(self, observed: Observed) -> list[Finding]:
        line = _line_of_the_mismatch(observed)
        if line is None or not observed.worker_failures:
            return []
        hit = [
            (seq, failure)
            for seq, failure in observed.worker_failures
            if process_is_gone(failure) or lost_its_peer(failure) or _MISMATCH.search(failure.message)
        ]
        if not hit:
            return []
        ended = sorted({failure.rank for _, failure in hit if process_is_gone(failure)})
        where = _where(observed)
        sizes = _SIZES.search(line)
        linted = said_before(observed, _RULES, where.line if where else None)
        if where is None and linted is not None and linted.code == _RULES[0]:
            where = observed.program.frame(linted.line)
        at = f" at line {where.line}" if where else ""
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"Ranks met in a collective{at} with tensors of different sizes",
            what_happened=(
                "Every rank has to come to a collective with a tensor of the same shape"
                + (f"; here {sizes[1]} bytes arrived where {sizes[2]} were expected. " if sizes else ". ")
                + (
                    f"Gloo then aborts the process: {name_ranks(ended)} ended by SIGABRT, which Ray cannot tell from "
                    "a process killed for its memory. It was not the memory. "
                    if ended
                    else "The ranks ended with it. "
                )
                + "Two ranks in two different collectives look the same."
            ),
            evidence=[
                f"in the log: {first_line(line)}",
                *(f"rank {rank}: its process ended without a Python exception" for rank in ended),
                *consequences(failure for _, failure in hit),
                *([quoted(linted)] if linted else []),
            ],
            where=where,
            ranks=ended or sorted({failure.rank for _, failure in hit}),
            mend=(
                "Make the shapes equal: pad to the largest, which an all-reduce of the lengths with MAX tells, or use "
                "`all_gather_object` for things of different size. Check too that all ranks call the same collectives "
                "in the same order."
            ),
            sketch=(
                "longest = torch.tensor(len(values))\n"
                "dist.all_reduce(longest, op=dist.ReduceOp.MAX)\n"
                "values = torch.nn.functional.pad(values, (0, int(longest) - len(values)))\n"
            ),
            page=linted.page if linted else page_of("RTL106"),
        )
        return [Finding(diagnosis, frozenset(seq for seq, _ in hit) | observed.passed_on | observed.end)]


def _line_of_the_mismatch(observed: Observed) -> str | None:
    texts = [failure.message for _, failure in observed.worker_failures]
    texts += [log_of(observed, rank) for rank in (*range(observed.world_size), None)]
    found = (line for text in texts for line in text.splitlines() if _MISMATCH.search(line))
    line = next(found, None)
    if line is None:
        return None
    what = re.search(r"op\.preamble\.length.*", line)
    return what[0] if what else line


def _where(observed: Observed) -> Frame | None:
    """Where the other ranks were in that moment: where they lost their peer, else where they were last seen in a
    collective. None when they were in different places."""
    places = [frame for _, failure in observed.worker_failures if (frame := own_frame(failure.frames))]
    if not places:
        places = [
            sample.where
            for sample in observed.samples
            if sample.attempt == observed.attempt and sample.collective is not None and sample.where is not None
        ][-1:]
    return places[0] if len({place.line for place in places}) == 1 else None
