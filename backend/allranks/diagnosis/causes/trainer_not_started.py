"""A trainer was made and never started."""

from __future__ import annotations

import ast
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.protocol import Diagnosis

_NOT_CALLED = "RTL227"


class TrainerNotStarted(Cause):
    """A `TorchTrainer` does nothing until its `fit()` is called; `trainer.fit` alone is no call."""

    id: ClassVar[str] = "trainer_not_started"
    order: ClassVar[int] = 1090

    def find(self, observed: Observed) -> list[Finding]:
        program = observed.program
        trainers = [call for call in program.trainers() if ast.unparse(call.func).endswith("TorchTrainer")]
        started = observed.requested is not None or observed.world_size > 0
        if not (observed.completed and observed.complete) or started or not trainers:
            return []
        named = said_before(observed, (_NOT_CALLED,))
        line = named.line if named else trainers[0].lineno
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"Line {line} names `fit` and does not call it: no training was started"
            if named
            else f"The trainer of line {line} was never started",
            what_happened=(
                "The program came to its end, and no worker was asked for. A trainer describes a run; the run begins "
                "when `fit()` is called."
            ),
            evidence=[
                f"line {trainers[0].lineno}: `{program.text(trainers[0].lineno)}`",
                "worker groups: 0",
                *([quoted(named)] if named else []),
            ],
            where=program.frame(line),
            ranks=[],
            mend=(named and named.todo) or "Call `fit()` on it.",
            sketch="result = trainer.fit()\n",
            page=named.page if named else None,
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]
