from __future__ import annotations

from failing_runs import AT_THE_LINE, LOOP_LINE, PROGRAM, causes_of, told

READING = PROGRAM.replace('step(config["lr"])', "print(train.get_dataset_shard('rows').iter_batches(drop_last=True))")


def test_an_empty_share_is_what_a_count_of_0_tells() -> None:
    [diagnosis] = told("ZeroDivisionError", "division by zero", source=READING)

    assert diagnosis.cause == "divided_by_nothing"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
    assert "smaller than one batch" in diagnosis.what_happened


def test_a_program_that_reads_no_data_divides_by_something_else() -> None:
    assert causes_of(told("ZeroDivisionError", "division by zero")) == ["worker_raised"]


def test_the_driver_has_no_share() -> None:
    driver = told("ZeroDivisionError", "division by zero", AT_THE_LINE, source=READING, rank=None)

    assert causes_of(driver) == ["program_raised"]
