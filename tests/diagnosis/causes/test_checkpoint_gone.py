from __future__ import annotations

from allranks.protocol import Frame
from failing_runs import AT_THE_LINE, causes_of, told

COPYING = Frame(
    file="ray/train/v2/_internal/execution/storage.py",
    line=504,
    function="persist_current_checkpoint",
    text="_pyarrow_fs_copy_files(",
    own=False,
)
GONE = "[Errno 2] Failed to open local file '/tmp/tmpx978w1qj'. Detail: [errno 2] No such file or directory"


def test_a_folder_that_ray_train_could_not_copy_is_named() -> None:
    [diagnosis] = told("FileNotFoundError", GONE, AT_THE_LINE, COPYING)

    assert diagnosis.cause == "checkpoint_gone"
    assert diagnosis.where == AT_THE_LINE
    assert "inside the `with` block" in diagnosis.mend
    assert "folder: /tmp/tmpx978w1qj" in diagnosis.evidence


def test_an_upload_that_comes_later_needs_a_folder_that_stays() -> None:
    [diagnosis] = told("FileNotFoundError", GONE, COPYING)

    assert diagnosis.cause == "checkpoint_gone"
    assert "mkdtemp" in diagnosis.mend


def test_a_file_that_the_loop_itself_does_not_find_is_something_else() -> None:
    assert causes_of(told("FileNotFoundError", "[Errno 2] No such file or directory: 'a.csv'")) == ["file_missing"]
