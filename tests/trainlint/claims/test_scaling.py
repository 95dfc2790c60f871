"""The claim `scaling`."""

from __future__ import annotations

import pytest

from claiming import PROGRAM, holds
from trainlint.claim import read_claim


@pytest.mark.parametrize(
    ("written", "four", "two_or_more"),
    [
        ("num_workers=4", True, True),
        ("num_workers=2", False, True),
        ("use_gpu=True", False, False),
        ("num_workers=count()", None, None),
        ("num_workers=4 if torch.cuda.is_available() else 2", None, True),
    ],
)
def test_the_number_of_workers_is_read(written: str, four: bool | None, two_or_more: bool | None) -> None:
    source = PROGRAM.replace("num_workers=4, use_gpu=False", written)
    assert holds(source, kind="scaling", workers=4) is four
    assert holds(source, kind="scaling", at_least=2) is two_or_more


def test_a_file_without_a_trainer_asks_for_nobody() -> None:
    assert holds("import ray\n", kind="scaling", at_least=1) is False


def test_it_says_the_number() -> None:
    assert read_claim({"kind": "scaling", "workers": 4}).says == "the trainer asks for 4 workers"
    assert read_claim({"kind": "scaling", "at_least": 2}).denies == "the trainer does not ask for 2 workers or more"
