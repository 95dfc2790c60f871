"""An operation got tensors whose sizes do not go together."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_LAYER = re.compile(r"mat1 and mat2 shapes cannot be multiplied \((\d+)x(\d+) and (\d+)x(\d+)\)")
_ROWS = "stack expects each tensor to be equal size"
_OTHERS = re.compile(
    r"The size of tensor a \(\d+\) must match the size of tensor b \(\d+\)"
    r"|shape '\[[^\]]*\]' is invalid for input of size \d+"
    r"|Expected \d+D .*input to conv\w+"
    r"|expected input\[[^\]]*\] to have \d+ channels"
    r"|Expected input batch_size \(\d+\) to match target batch_size \(\d+\)"
    r"|input\.size\(-1\) must be equal to input_size"
    r"|Sizes of tensors must match except in dimension"
    rf"|{_ROWS}"
    r"|size mismatch, got|inconsistent tensor size|mat1 dim 1 must match mat2 dim 0"
    r"|Given normalized_shape=|shapes .* not aligned|operands could not be broadcast together"
    r"|Using a target size \(.*\) that is different to the input size"
    r"|Target size \(.*\) must be the same as input size|target tensor expected, multi-target not supported"
    r"|running_mean should contain \d+ elements not \d+"
)
_COLUMN = re.compile(r"arget size \(torch\.Size\(\[(\d+)\]\)\) .*input size \(torch\.Size\(\[\1, 1\]\)\)")
_ONE_LABEL_A_ROW = "multi-target not supported"


class ShapesDoNotFit(KnownError):
    """A layer of another width than its input, two tensors of different length, a reshape that leaves elements over."""

    id: ClassVar[str] = "shapes_do_not_fit"
    order: ClassVar[int] = 460

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        layer = _LAYER.search(error.message)
        where = error.where
        if (layer is None and _OTHERS.search(error.message) is None) or where is None:
            return None
        at = f"Line {where.line}"
        some = error.rank is not None and len({failure.rank for _, failure in observed.worker_failures}) == 1
        of_one = (
            " Where one rank fails and the others do not, its data differ: compare the shapes of all ranks there."
            if some and observed.world_size > 1
            else ""
        )
        show = f"print(train.get_context().get_world_rank(), inputs.shape)  # just before line {where.line}\n"
        if _ROWS in error.message:
            return Known(
                title=f"Line {where.line} makes one batch of rows that are not of one size",
                what_happened="A batch is one tensor, and a tensor has rows of one length; these differ.",
                mend="Pad the rows to the longest of the batch in a `collate_fn`, or cut them to one length before.",
                sketch=(
                    "def padded(rows):\n"
                    "    inputs, labels = zip(*rows)\n"
                    "    return torch.nn.utils.rnn.pad_sequence(inputs, batch_first=True), torch.tensor(labels)\n\n\n"
                    "loader = DataLoader(dataset, batch_size=8, collate_fn=padded)\n"
                ),
            )
        if _COLUMN.search(error.message) or _ONE_LABEL_A_ROW in error.message:
            return _of_targets(where.line, wide=_ONE_LABEL_A_ROW in error.message)
        if layer is None:
            return Known(
                title=f"{at} brings together tensors whose sizes do not fit",
                what_happened="The message names the sizes that it found and those that the operation needs.",
                mend=f"Print the shapes just before the line, and mend the one that is not as you meant.{of_one}",
                sketch=show,
            )
        rows, got, wants, _ = layer.groups()
        return Known(
            title=f"{at} gives {got} features to a layer that takes {wants}",
            what_happened=(
                f"A linear layer multiplies the last dimension of its input with its weights. The input came as "
                f"{rows} rows of {got}, and the weights were made for {wants}."
            ),
            mend=(
                f"Either make the layer for {got} inputs, or give it the shape that it was made for; images are "
                f"flattened to one row each first.{of_one}"
            ),
            sketch=(show if of_one else f"torch.nn.Linear({got}, ...)  # where the layer is made\n")
            + "# or, for images: inputs = inputs.flatten(start_dim=1)\n",
        )


def _of_targets(line: int, *, wide: bool) -> Known:
    """A dimension of one more or less than the loss expects, which is easily missed."""
    return Known(
        title=f"The targets at line {line} have a dimension {'too many' if wide else 'too few'} for this loss",
        what_happened=(
            "Class labels are one number a row: a tensor of n labels for n rows of outputs. These came as a column."
            if wide
            else "The model gives a column, n rows of one output, and the targets came as n numbers without rows."
        ),
        mend="Take the column's dimension away." if wide else "Give the targets the same shape as the outputs.",
        sketch="labels = labels.squeeze(1)\n" if wide else "targets = targets.unsqueeze(1)\n",
    )
