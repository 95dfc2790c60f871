"""Training stood still in `train.report`."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks
from allranks.diagnosis.series import report_line
from allranks.diagnosis.spent import WAITING, shares, time_of_ranks
from allranks.protocol import CheckpointUploaded, Diagnosis

_SHARE = 0.3
_SECONDS = 2.0


class ReportPause(Cause):
    """A report with a checkpoint is an upload, and every report waits for the slowest rank. Both were measured, so the
    advice depends on which it was."""

    id: ClassVar[str] = "report_pause"
    order: ClassVar[int] = 1100

    def find(self, observed: Observed) -> list[Finding]:
        ranks = time_of_ranks(observed)
        paused = [
            spent for spent in ranks if spent.share("checkpoint") >= _SHARE and spent.of("checkpoint") >= _SECONDS
        ]
        if not paused:
            return []
        slowest = max(paused, key=lambda spent: spent.of("checkpoint"))
        uploads = [upload for upload in observed.uploaded if upload.attempt == observed.attempt]
        count = sum(1 for upload in uploads if upload.rank == slowest.rank) or slowest.reports
        others = [spent for spent in ranks if spent not in paused]
        each = 1000 * slowest.of("checkpoint") / max(1, count)
        waited = 1000 * max((spent.of(*WAITING) / max(1, spent.reports) for spent in others), default=0.0)
        diagnosis = Diagnosis(
            cause=self.id,
            title=(
                f"Saving checkpoints took {100 * slowest.share('checkpoint'):.0f} % of the time of rank {slowest.rank}"
            ),
            what_happened=(
                f"{name_ranks(spent.rank for spent in paused).capitalize()} copied files to storage inside "
                f"`train.report`, {each:,.0f} ms for each checkpoint, and did "
                "not train meanwhile. The default is to go on only when the copy is complete."
                + (f" The others waited where ranks meet, up to {waited:,.0f} ms a report." if others else "")
            ),
            evidence=[*shares(ranks), *_sizes(uploads)],
            where=report_line(observed),
            ranks=[spent.rank for spent in paused],
            mend=(
                "Save less often, or less: a checkpoint that is only evaluated needs no optimizer state. Or let "
                "training go on during the copy, with CheckpointUploadMode.ASYNC and a folder from "
                "`tempfile.mkdtemp()`, which Ray Train deletes afterwards."
            ),
            sketch=(
                "train.report(\n"
                "    metrics,\n"
                "    checkpoint=Checkpoint.from_directory(tempfile.mkdtemp()),\n"
                "    checkpoint_upload_mode=CheckpointUploadMode.ASYNC,\n"
                ")\n"
            ),
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]


def _sizes(uploads: list[CheckpointUploaded]) -> list[str]:
    if not uploads:
        return []
    largest = max(uploads, key=lambda upload: sum(file.size for file in upload.files))
    total = sum(file.size for file in largest.files) / 2**20
    files = sorted(largest.files, key=lambda file: -file.size)[:4]
    named = ", ".join(f"{file.name} {file.size / 2**20:.1f} MiB" for file in files)
    return [f"the largest upload, rank {largest.rank}: {total:.1f} MiB in {1000 * largest.seconds:,.0f} ms ({named})"]
