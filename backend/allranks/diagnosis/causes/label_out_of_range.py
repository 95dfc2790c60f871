"""A class label or an index points past the end of what the model has."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_LABEL = re.compile(r"Target (-?\d+) is out of bounds")
_INDEX = "index out of range in self"


class LabelOutOfRange(KnownError):
    """Labels of `CrossEntropyLoss` count from 0 to one less than the number of classes; so do rows of an embedding."""

    id: ClassVar[str] = "label_out_of_range"
    order: ClassVar[int] = 464

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        label = _LABEL.search(error.message)
        if where is None or (label is None and _INDEX not in error.message):
            return None
        if label is None:
            return Known(
                title=f"Line {where.line} looks up a row that the embedding does not have",
                what_happened="An embedding of n rows is asked by numbers from 0 to n - 1, and one was outside.",
                mend="Make `num_embeddings` one more than the largest number in the data, or mend the numbers.",
                sketch="assert 0 <= tokens.min() and tokens.max() < embedding.num_embeddings\n",
            )
        return Known(
            title=f"Label {label[1]} at line {where.line} is outside of the model's classes",
            what_happened=(
                "A model with n outputs has the classes 0 to n - 1, and the loss looks the label up among them. Labels "
                "that count from 1, or a last layer that is too narrow, are the usual reasons."
            ),
            mend="Make the last layer as wide as there are classes, and let the labels begin at 0.",
            sketch=(
                "labels = labels - 1  # where they count from 1\n"
                "assert 0 <= labels.min() and labels.max() < logits.shape[1]\n"
            ),
        )
