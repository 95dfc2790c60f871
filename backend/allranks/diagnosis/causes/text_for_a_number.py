"""Text came where a number is needed."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_COMPARED = re.compile(
    r"not supported between instances of '(?:str' and '(?:int|float)|(?:int|float)' and 'str)'"
    r"|unsupported operand type\(s\) for [^:]+: '(?:str' and '(?:int|float)|(?:int|float)' and 'str)'"
    r"|'str' object cannot be interpreted as an integer"
    r"|can't multiply sequence by non-int of type 'float'"
    r"|must be (?:real number|int|float), not str"
)
_LABELS = re.compile(r"too many dimensions 'str'|can't convert np\.ndarray of type numpy\.(?:str_|object_)")


class TextForANumber(KnownError):
    """Settings from YAML, the command line or the environment are text, and `1e-3` in YAML is too."""

    id: ClassVar[str] = "text_for_a_number"
    order: ClassVar[int] = 469

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is not None and _LABELS.search(error.message):
            return Known(
                title=f"Line {where.line} makes a tensor of texts",
                what_happened="A tensor holds numbers. Labels that are words have to be numbered first.",
                mend="Number the classes, and give each row the number of its class.",
                sketch=(
                    "classes = sorted(set(labels))\nlabels = torch.tensor([classes.index(label) for label in labels])\n"
                ),
            )
        if error.error_type != "TypeError" or where is None or _COMPARED.search(error.message) is None:
            return None
        return Known(
            title=f"Line {where.line} gets text where a number is needed",
            what_happened=(
                "A value in quotes is text, and Python does not compute with it. Settings that come from a YAML file, "
                "the command line or an environment variable are text as well."
            ),
            mend="Write the number without quotes where it is set, or convert it where it is read.",
            sketch='lr = float(config["lr"])\n',
        )
