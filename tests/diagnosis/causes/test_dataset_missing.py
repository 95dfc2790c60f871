from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, PROGRAM, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "KeyError",
            "\"Dataset shard for 'val' not found. Please ensure that the dataset is passed through "
            'the Trainer `datasets` argument."',
            "no dataset called val",
        ),
        (
            "KeyError",
            "\"Dataset shard for 'None' not found. Please ensure that the dataset is passed through "
            'the Trainer `datasets` argument."',
            "not told which dataset",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "dataset_missing"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("KeyError", "'val'"),
        ("FileNotFoundError", "dataset val.csv not found"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("KeyError", "\"Dataset shard for 'val' not found. Please ensure\"")

    assert diagnosis.cause == "dataset_missing"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_a_name_that_is_near_is_proposed() -> None:
    source = PROGRAM.replace(".fit()", "") + 'TorchTrainer(train_loop, datasets={"valid": data, "train": data}).fit()\n'

    [diagnosis] = told("KeyError", "\"Dataset shard for 'val' not found.\"", source=source)

    assert "it has `valid`" in diagnosis.what_happened
    assert "datasets= of the trainer has: valid, train" in diagnosis.evidence
