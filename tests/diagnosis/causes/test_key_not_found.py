from __future__ import annotations

from failing_runs import LOOP_LINE, PROGRAM, causes_of, own_frame, told

BATCH = PROGRAM.replace('config["lr"]', 'batch["feature"]')


def test_a_name_that_is_written_alike_in_the_file_is_told() -> None:
    source = BATCH.replace("def train_loop", 'COLUMNS = ["features"]\n\ndef train_loop').replace("\n\n\nCOL", "\nCOL")
    line = source[: source.index("step(")].count("\n") + 1
    [diagnosis] = told("KeyError", "'feature'", own_frame(line, 'step(batch["feature"])'), source=source)

    assert diagnosis.cause == "key_not_found"
    assert "features" in diagnosis.mend


def test_without_one_the_keys_are_to_be_printed() -> None:
    [diagnosis] = told("KeyError", "'feature'", source=BATCH)

    assert diagnosis.title == f"`batch` has no feature, which line {LOOP_LINE} takes"
    assert diagnosis.sketch == "print(list(batch))\n"


def test_a_line_that_takes_no_key_is_another_error() -> None:
    assert causes_of(told("KeyError", "'feature'", source=PROGRAM.replace('config["lr"]', "1"))) == ["worker_raised"]
