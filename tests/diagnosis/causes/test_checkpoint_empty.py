from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import CheckpointUploaded
from failing_runs import FailingRun, causes_of

SOURCE = "train.report({}, checkpoint=checkpoint)\n"


def run(sizes: dict[int, list[int]], source: str = SOURCE) -> FailingRun:
    story = FailingRun(source).workers(len(sizes))
    for rank, files in sizes.items():
        named = [{"name": f"file-{number}", "size": size} for number, size in enumerate(files)]
        upload = {"attempt": 1, "rank": rank, "index": 0, "files": named, "seconds": 0.1}
        story.events.append(CheckpointUploaded.model_validate(upload))
    return story.saves_checkpoint().ends("completed", 0)


def test_a_checkpoint_without_files_is_told_of() -> None:
    [diagnosis] = diagnose(run({0: [], 1: [0]}).records())

    assert diagnosis.cause == "checkpoint_empty"
    assert diagnosis.title == "The checkpoint had nothing in it"
    assert diagnosis.advice


def test_the_files_of_one_rank_are_enough() -> None:
    assert causes_of(diagnose(run({0: [12], 1: []}).records())) == []


def test_an_upload_that_nobody_saw_says_nothing() -> None:
    assert causes_of(diagnose(run({}).records())) == []


def test_a_folder_that_was_copied_too_late_is_told_apart() -> None:
    source = SOURCE.replace("checkpoint)", "checkpoint, checkpoint_upload_mode=CheckpointUploadMode.ASYNC)")

    [diagnosis] = diagnose(run({0: [], 1: []}, source).records())

    assert "after `report` has returned" in diagnosis.what_happened
    assert "mkdtemp" in diagnosis.mend
