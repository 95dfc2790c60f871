"""A function of the training loop was called outside of it."""

from __future__ import annotations

import ast
import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_OUTSIDE = re.compile(
    r"cannot be used outside of a Ray Train training function"
    r"|outside of (?:a|the) (?:Ray )?[Tt]rain(?:ing)? (?:function|session|worker)"
)


class OutsideTheLoop(KnownError):
    """`train.report`, `get_context` and the like belong to a worker; in the driver there is none."""

    id: ClassVar[str] = "outside_the_loop"
    order: ClassVar[int] = 428

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if _OUTSIDE.search(error.message) is None:
            return None
        called = _called_for_its_result(error, observed)
        if called is not None:
            name, line = called
            return Known(
                title=f"Line {line} calls {name} instead of handing it to the trainer",
                what_happened=(
                    f"With the brackets, `{name}(...)` runs at once, in the driver, and the trainer gets what it "
                    "returns. The trainer needs the function itself, to run it on every rank."
                ),
                mend=f"Leave the brackets out, and pass what {name} needs in `train_loop_config`.",
                sketch=f"TorchTrainer({name}, train_loop_config={{...}}, scaling_config=...)\n",
                where=observed.program.frame(line),
            )
        where = error.where
        at = f"Line {where.line}" if where else "The program"
        return Known(
            title=f"{at} calls a function of the training loop outside of it",
            what_happened=(
                "It runs in the driver, where the file itself runs; there is no rank there. Only the function given to "
                "the trainer, and what it calls, runs on the ranks."
            ),
            mend="Move the call into the training loop; after `fit()`, take what you need from its result.",
            rules=("RTL315",),
        )


def _called_for_its_result(error: Raised, observed: Observed) -> tuple[str, int] | None:
    """The function of the file that a trainer's loop was to be, and the line that called it."""
    running = {frame.function for frame in error.frames if frame.own}
    given = observed.program.given("train_loop_per_worker")
    given += [trainer.args[0] for trainer in observed.program.trainers() if trainer.args]
    for value in given:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in running:
            return value.func.id, value.lineno
    return None
