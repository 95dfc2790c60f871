"""The trainer was given what the loop returned, and not the loop."""

from __future__ import annotations

import ast
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NO_FUNCTION = ("is not a callable object", "object is not callable")


class LoopCalled(KnownError):
    """`TorchTrainer(train_loop(config))` runs the loop in the driver, and hands over None."""

    id: ClassVar[str] = "loop_called"
    order: ClassVar[int] = 427

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if error.error_type != "TypeError" or not any(text in error.message for text in _NO_FUNCTION):
            return None
        called = _called(observed)
        if called is None:
            return None
        name = ast.unparse(called.func)
        config = f", train_loop_config={ast.unparse(called.args[0])}" if len(called.args) == 1 else ""
        return Known(
            title=f"Line {called.lineno} calls {name} and gives the trainer what it returned",
            what_happened=(
                f"`{name}(...)` with brackets runs at once, here and on no worker, and what is left of it is None. A "
                "trainer takes the function itself and calls it in each worker."
            ),
            mend=f"Leave the brackets out; what `{name}` is to get is given as `train_loop_config`.",
            sketch=f"TorchTrainer({name}{config})\n",
            where=observed.program.frame(called.lineno),
        )


def _called(observed: Observed) -> ast.Call | None:
    """The call that stands where a trainer takes its loop."""
    for trainer in observed.program.trainers():
        given = [each.value for each in trainer.keywords if each.arg == "train_loop_per_worker"]
        for loop in (*trainer.args[:1], *given):
            if isinstance(loop, ast.Call) and observed.program.parameters_of(ast.unparse(loop.func)):
                return loop
    return None
