"""A checkpoint is being uploaded, and every rank waits for that."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing, together


class WaitingForUpload(Stall):
    """The upload happens inside `train.report`, in the rank's own thread, unless it is told otherwise."""

    id: ClassVar[str] = "waiting_for_upload"
    order: ClassVar[int] = 100

    def explain(self, standing: Standing) -> Explanation | None:
        in_upload = [seen for seen in standing.going if seen.activity == "checkpoint" and seen.fresh]
        uploading = together(in_upload, standing.pause, standing.stuck)
        if not uploading:
            return None
        others = [seen for seen in standing.stuck if seen not in uploading]
        return self.said(
            standing,
            hang=False,
            ranks=[*uploading, *others],
            at=uploading[0],
            title=(
                f"{named(uploading).capitalize()} {verb(uploading, 'uploads', 'upload')} a checkpoint, which takes long"
            ),
            what_happened=(
                "The files of a checkpoint are copied to the storage inside `train.report`, and training stands still "
                "until it is done"
                + (f"; {named(others)} {verb(others, 'waits', 'wait')} for it." if others else ".")
                + " It is slow, not stuck, as far as can be told."
            ),
            mend=(
                "Report checkpoints less often, keep in them only what is needed to go on, or let the upload happen "
                "beside the training."
            ),
            sketch=(
                "train.report(metrics, checkpoint=checkpoint,\n"
                "             checkpoint_upload_mode=train.CheckpointUploadMode.ASYNC)\n"
            ),
        )
