from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import CheckpointLoaded, CheckpointUploaded
from failing_runs import AT_THE_LINE, FailingRun, causes_of

PATH = "/tmp/checkpoint_tmp_1/model.pth"


def run(file: str, path: str = PATH) -> FailingRun:
    story = FailingRun().workers(1)
    upload = {"attempt": 1, "rank": 0, "index": 0, "files": [{"name": file, "size": 9}], "seconds": 0.1}
    story.events.append(CheckpointUploaded.model_validate(upload))
    story.saves_checkpoint("checkpoint_7").workers(1)
    story.events.append(CheckpointLoaded(attempt=2, rank=0, name="checkpoint_7"))
    message = f"[Errno 2] No such file or directory: '{path}'"
    return story.worker_fails(0, "FileNotFoundError", message, AT_THE_LINE).fit_passes_it_on().ends()


def test_the_files_that_it_has_are_named() -> None:
    [diagnosis] = diagnose(run("model.pt").records())

    assert diagnosis.cause == "checkpoint_file_missing"
    assert diagnosis.title == "The checkpoint has no file model.pth, which line 7 loads"
    assert "it has model.pt" in diagnosis.what_happened


def test_a_file_that_is_in_it_is_missing_for_another_reason() -> None:
    assert causes_of(diagnose(run("model.pth").records())) == ["worker_raised"]


def test_a_file_elsewhere_is_not_the_checkpoints() -> None:
    assert causes_of(diagnose(run("model.pt", "/data/train.csv").records())) == ["file_missing"]
