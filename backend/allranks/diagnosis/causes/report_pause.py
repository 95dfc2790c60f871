"""Training stood still in `train.report`."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks
from allranks.diagnosis.series import report_line
from allranks.diagnosis.spent import WAITING, Spent, shares, time_of_ranks
from allranks.protocol import CheckpointUploaded, Diagnosis

_SHARE = 0.3
_SECONDS = 2.0


_SAVING = ("serialise", "checkpoint")


class ReportPause(Cause):
    """A report with a checkpoint is a file written, an upload, and a wait for the slowest rank. Each was measured, so
    the advice depends on which it was."""

    id: ClassVar[str] = "report_pause"
    order: ClassVar[int] = 1100

    def find(self, observed: Observed) -> list[Finding]:
        ranks = time_of_ranks(observed)
        paused = [spent for spent in ranks if spent.share(*_SAVING) >= _SHARE and spent.of(*_SAVING) >= _SECONDS]
        uploads = [upload for upload in observed.uploaded if upload.attempt == observed.attempt]
        if not paused or not (uploads or any(spent.of("checkpoint") for spent in paused)):
            return []
        slowest = max(paused, key=lambda spent: spent.of(*_SAVING))
        count = sum(1 for upload in uploads if upload.rank == slowest.rank) or slowest.reports
        others = [spent for spent in ranks if spent not in paused]
        waited = max((spent.of(*WAITING) / max(1, spent.reports) for spent in others), default=0.0)
        writing = slowest.of("serialise") > slowest.of("checkpoint")
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"Saving checkpoints took {100 * slowest.share(*_SAVING):.0f} % of the time of rank {slowest.rank}",
            what_happened=(
                f"{name_ranks(spent.rank for spent in paused).capitalize()} did not train meanwhile. Of each "
                f"checkpoint of rank {slowest.rank}, {_parts(slowest, count)}. The default is to go on only when the "
                "copy is complete."
                + (f" The others waited where ranks meet, up to {1000 * waited:,.0f} ms a report." if others else "")
            ),
            evidence=[*shares(ranks), *_sizes(uploads)],
            where=(observed.program.only_call("save") if writing else None) or report_line(observed),
            ranks=[spent.rank for spent in paused],
            mend=_LESS + (_WRITING if writing else _COPYING),
            sketch=None if writing else _ASYNC,
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]


_LESS = "Save less often, or less: a checkpoint that is only evaluated needs no optimizer state. "
_WRITING = (
    "The time is in writing the files, before `train.report`: let each rank write its own part, or write what does "
    "not change only once. An upload in the background would not help."
)
_COPYING = (
    "Or let training go on during the copy, with CheckpointUploadMode.ASYNC and a folder from `tempfile.mkdtemp()`, "
    "which Ray Train deletes afterwards."
)
_ASYNC = (
    "train.report(\n"
    "    metrics,\n"
    "    checkpoint=Checkpoint.from_directory(tempfile.mkdtemp()),\n"
    "    checkpoint_upload_mode=CheckpointUploadMode.ASYNC,\n"
    ")\n"
)


def _parts(spent: Spent, count: int) -> str:
    """`120 ms went to torch.save and 2,000 ms to the copy into storage, inside train.report`."""
    written, copied = (1000 * spent.of(activity) / max(1, count) for activity in _SAVING)
    copy = f"{copied:,.0f} ms {'' if written else 'went '}to the copy into storage, inside `train.report`"
    return f"{written:,.0f} ms went to `torch.save` and {copy}" if written else copy


def _sizes(uploads: list[CheckpointUploaded]) -> list[str]:
    if not uploads:
        return []
    largest = max(uploads, key=lambda upload: sum(file.size for file in upload.files))
    total = sum(file.size for file in largest.files) / 2**20
    files = sorted(largest.files, key=lambda file: -file.size)[:4]
    named = ", ".join(f"{file.name} {file.size / 2**20:.1f} MiB" for file in files)
    return [f"the largest upload, rank {largest.rank}: {total:.1f} MiB in {1000 * largest.seconds:,.0f} ms ({named})"]
