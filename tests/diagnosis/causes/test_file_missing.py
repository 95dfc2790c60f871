from __future__ import annotations

import pytest

from allranks.diagnosis import diagnose
from allranks.protocol import Frame
from failing_runs import LOOP_LINE, PROGRAM, FailingRun, causes_of, own_frame, told

MESSAGE = "[Errno 2] No such file or directory: '{}'"


@pytest.mark.parametrize("path", ["rows.csv", "data/rows.csv", "/mnt/data/rows.csv"])
@pytest.mark.parametrize("rank", [0, None])
def test_a_file_of_another_machine_is_named_with_the_line_that_reads_it(path: str, rank: int | None) -> None:
    [diagnosis] = told("FileNotFoundError", MESSAGE.format(path), rank=rank)

    assert diagnosis.cause == "file_missing"
    assert diagnosis.title == f"There is no file {path}, which line {LOOP_LINE} reads"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_a_file_that_the_driver_wrote_is_looked_for_in_the_workers_own_folder() -> None:
    source = f'{PROGRAM}open("rows.csv", "w").write("1")\nprint(open("rows.csv").read())\n'

    [diagnosis] = told("FileNotFoundError", MESSAGE.format("rows.csv"), source=source)

    assert diagnosis.title == "There is no rows.csv in the folder that the worker runs in"
    assert "os.path.abspath" in diagnosis.mend
    assert (
        "in the folder" not in told("FileNotFoundError", MESSAGE.format("rows.csv"), source=source, rank=None)[0].title
    )


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("FileNotFoundError", MESSAGE.format("/tmp/abc/rows.csv")),
        ("FileNotFoundError", "rows.csv is not there"),
        ("ValueError", MESSAGE.format("rows.csv")),
    ],
)
def test_what_is_of_this_machine_or_unclear_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


@pytest.mark.parametrize(
    ("path", "call", "title"),
    [
        ("nvidia-smi", "subprocess.run(['nvidia-smi'])", "There is no program nvidia-smi here, which line 2 starts"),
        ("/data", "subprocess.run(['ls'], cwd='/data')", "There is no file /data, which line 2 reads"),
    ],
)
def test_a_program_that_is_not_installed_is_no_file_to_read(path: str, call: str, title: str) -> None:
    starts = Frame(file="subprocess.py", line=1955, function="_execute_child", text="raise", own=False)
    story = FailingRun(PROGRAM).workers(1)
    story.worker_fails(0, "FileNotFoundError", MESSAGE.format(path), starts, own_frame(2, call))

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert (diagnosis.cause, diagnosis.title) == ("file_missing", title)
