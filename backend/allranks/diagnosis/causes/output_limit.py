"""The program wrote more than it may, and was ended for it."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import first_line, name_ranks
from allranks.protocol import Diagnosis, Frame

_PRINTED = 6
"""Characters of a line that are compared: what follows is often a counter."""


class OutputLimit(Cause):
    """A print in a loop without end, or a progress bar for each batch."""

    id: ClassVar[str] = "output_limit"
    order: ClassVar[int] = 160

    def find(self, observed: Observed) -> list[Finding]:
        if observed.finished is None or observed.finished[1].end != "output_limit":
            return []
        written: Counter[int | None] = Counter()
        lines: Counter[str] = Counter()
        shown: dict[str, str] = {}
        for log in observed.logs:
            if log.origin == "program":
                written[log.rank] += len(log.text)
                for line in log.text.splitlines():
                    lines[line[:_PRINTED]] += 1
                    shown.setdefault(line[:_PRINTED], line)
        who = written.most_common(1)[0][0] if written else None
        writer = "The program" if not written else "The driver" if who is None else name_ranks([who]).capitalize()
        often = lines.most_common(1)
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{writer} wrote far more than a run may",
            what_happened=f"{observed.finished[1].sentence} Most of it came from {writer[:1].lower() + writer[1:]}.",
            evidence=[
                *(
                    f"{'driver' if rank is None else f'rank {rank}'}: {size:,} characters were kept"
                    for rank, size in written.most_common(4)
                ),
                *(f"{count:,} lines like: {first_line(shown[start])}" for start, count in often if count > 1),
            ],
            where=_the_print(observed),
            ranks=[] if who is None else [who],
            mend="Print once an epoch and on one rank, or report the numbers as metrics: the page draws those.",
            sketch='if train.get_context().get_world_rank() == 0:\n    print(f"epoch {epoch}: {loss:.4f}")\n',
        )
        return [Finding(diagnosis, observed.end)]


def _the_print(observed: Observed) -> Frame | None:
    """The only print of the file, if there is only one."""
    return observed.program.only_call("print")
