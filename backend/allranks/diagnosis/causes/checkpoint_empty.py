"""A checkpoint was saved with nothing in it."""

from __future__ import annotations

import ast
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.series import report_line
from allranks.protocol import Diagnosis

_RULES = ("RTL302", "RTL313")


class CheckpointEmpty(Cause):
    """Ray Train takes an empty folder for a checkpoint as good as any; who loads it finds nothing. One rank with files
    is enough, since the parts of all ranks become one folder."""

    id: ClassVar[str] = "checkpoint_empty"
    order: ClassVar[int] = 1070

    def find(self, observed: Observed) -> list[Finding]:
        files: dict[tuple[int, int], int] = {}
        for upload in observed.uploaded:
            key = (upload.attempt, upload.index)
            files[key] = files.get(key, 0) + sum(file.size > 0 for file in upload.files)
        empty = [saved for saved in observed.saved if files.get((saved.attempt, saved.index)) == 0]
        if not empty or not observed.complete:
            return []
        linted = said_before(observed, _RULES)
        asynchronous = any("ASYNC" in ast.unparse(value) for value in observed.program.given("checkpoint_upload_mode"))
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{'The checkpoint' if len(empty) == 1 else f'{len(empty)} checkpoints'} had nothing in it".replace(
                "checkpoints had nothing in it", "checkpoints had nothing in them"
            ),
            what_happened=(
                "With an asynchronous upload the folder is copied after `report` has returned. By then it was gone or "
                "empty: a `with tempfile.TemporaryDirectory()` deletes it at its end. Loading the checkpoint will fail."
            )
            if asynchronous
            else (
                "The folder that was given to `Checkpoint.from_directory` held no file with anything in it when "
                "`train.report` copied it, on no rank. Loading it will fail, after a restart for example."
            ),
            evidence=[f"{saved.name}: no files" for saved in empty[:6]],
            where=report_line(observed, _RULES),
            ranks=[],
            mend="Make the folder by `tempfile.mkdtemp()`: after the upload Ray Train deletes it itself."
            if asynchronous
            else "Write the files before the report, into the folder that the checkpoint is made of, and close them.",
            sketch=(
                "folder = tempfile.mkdtemp()\n"
                'torch.save(model.state_dict(), os.path.join(folder, "model.pt"))\n'
                "checkpoint = Checkpoint.from_directory(folder)\n"
                "train.report(metrics, checkpoint=checkpoint, checkpoint_upload_mode=CheckpointUploadMode.ASYNC)\n"
            )
            if asynchronous
            else (
                "with tempfile.TemporaryDirectory() as folder:\n"
                '    torch.save(model.state_dict(), os.path.join(folder, "model.pt"))\n'
                "    train.report(metrics, checkpoint=Checkpoint.from_directory(folder))\n"
            ),
            page=linted.page if linted else page_of("RTL302"),
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]
