"""A tensor or an array of several numbers was taken for one."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_TRUTH = re.compile(r"Boolean value of Tensor with .*ambiguous|truth value of an array with .*ambiguous", re.IGNORECASE)
_NUMBER = re.compile(
    r"a Tensor with (?P<n>\d+) elements cannot be converted to Scalar"
    r"|only (?:one element tensors|integer tensors of a single element|(?:length-1|0-dimensional|size-1) arrays) can be"
    r"|can only convert an array of size 1"
    r"|grad can be implicitly created only for scalar outputs"
)


class NotOneValue(KnownError):
    """`if tensor`, `.item()`, `float(...)` and `backward()` need exactly one number."""

    id: ClassVar[str] = "not_one_value"
    order: ClassVar[int] = 463

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        truth, number = _TRUTH.search(error.message), _NUMBER.search(error.message)
        if where is None or (truth is None and number is None):
            return None
        many = f"{number['n']} numbers" if number and number["n"] else "several numbers"
        return Known(
            title=f"Line {where.line} takes {many} for one" + (" answer, yes or no" if truth else ""),
            what_happened=(
                "A test of a tensor gives one answer for each number in it, and `if` needs one."
                if truth
                else "A tensor of several numbers is not one number. A loss with `reduction='none'`, or outputs that "
                "were not averaged, have one for each row."
            ),
            mend="Say whether all of them count or one: `.all()` or `.any()`."
            if truth
            else "Make one number of them first: `.mean()` or `.sum()`; or take them all, with `.tolist()`.",
            sketch="if (values > 0).all():\n    ...\n" if truth else "loss = loss.mean()\n",
        )
