"""An operation got numbers of two formats, or of one that it does not take."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_DIFFER = re.compile(
    r"must have the same dtype, but got (?P<a>\w+) and (?P<b>\w+)"
    r"|expected scalar type (?P<c>\w+) but found (?P<d>\w+)"
    r"|expected m1 and m2 to have the same dtype, but got: (?P<e>[\w ]+) != (?P<f>[\w ]+)"
    r"|Input type \((?:torch\.)?(?P<g>\w+)\) and (?:weight|bias) type \((?:torch\.)?(?P<h>\w+)\) should be the same"
    r"|Found dtype (?P<i>\w+) but expected (?P<j>\w+)"
    r"|result type (?P<k>\w+) can't be cast to the desired output type (?P<l>\w+)"
)
_UNTAKEN = re.compile(
    r"\"?(?P<what>\w+)\"? not implemented for '(?P<format>\w+)'"
    r"|expected target dtype to be Long or Byte, but got (?P<target>\w+)"
    r"|Expected tensor for argument #\d+ 'indices' to have .*scalar types.*but got (?:torch\.)?(?P<index>\w+)"
)


class NumberFormatsDiffer(KnownError):
    """numpy makes float64 and torch's layers are float32; labels are whole numbers and inputs are not."""

    id: ClassVar[str] = "number_formats_differ"
    order: ClassVar[int] = 462

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        differ = _DIFFER.search(error.message)
        untaken = _UNTAKEN.search(error.message)
        if where is None or (differ is None and untaken is None):
            return None
        found = ""
        if differ is not None:
            one, other = [each for each in differ.groups() if each][:2]
            title = f"Line {where.line} mixes numbers of two formats: {one} and {other}"
        else:
            assert untaken is not None
            found = untaken["format"] or untaken["target"] or untaken["index"]
            title = f"Line {where.line} computes with numbers of a format that does not go there: {found}"
        return Known(
            title=title,
            what_happened=(
                "torch does not turn one number format into another by itself here. numpy makes float64 (Double) where "
                "torch's layers are float32 (Float); class labels and indices are int64 (Long), all else is not."
            ),
            mend=(
                "Turn the data into what the operation takes, where they are read: `.float()` for inputs and for "
                "targets of a regression, `.long()` for class labels and indices."
            ),
            sketch=_sketch(error.message, found),
        )


def _sketch(message: str, untaken: str) -> str:
    """What to turn, where the message tells: a loss asks for its targets, a table for its indices, a layer for its
    inputs."""
    if "target dtype" in message:
        return "labels = labels.long()\n"
    if "'indices'" in message:
        return "tokens = tokens.long()\n"
    if "cast to the desired output type Long" in message or "Found dtype Long but expected Float" in message:
        return "targets = targets.float()\n"
    if "Double" in message or "double" in message or untaken in ("Long", "Int", "Byte"):
        return "inputs = inputs.float()\ntargets = targets.float()  # of a regression\n"
    return "inputs = inputs.float()\nlabels = labels.long()  # of classes\n"
