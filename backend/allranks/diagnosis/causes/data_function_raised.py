"""A function of the learner's raised in a task of Ray Data."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_OF_RAY = ("RayTaskError", "UserCodeException", "RayActorError")


class DataFunctionRaised(KnownError):
    """`map_batches` and the like run when a rank asks for its next batch, in processes of their own; the rank only
    hears of it."""

    id: ClassVar[str] = "data_function_raised"
    order: ClassVar[int] = 470

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if error.outermost or where is None or error.error_type.startswith(_OF_RAY):
            return None
        if "UserCodeException" not in error.text and "ray::Map" not in error.text:
            return None
        return Known(
            title=f"{where.function} raised {error.error_type} at line {where.line}, in a task of Ray Data",
            what_happened=(
                f"`{where.function}` was given to a Ray dataset. It does not run in the rank: Ray Data calls it in "
                "tasks of its own when a rank asks for its next batch, and the rank that asked gets the error."
            ),
            mend=(
                f"Mend line {where.line}. To try it alone, call `dataset.take(5)` before `fit()`: that runs the "
                "same tasks without any rank."
            ),
            sketch="print(dataset.take(5))\n",
        )
