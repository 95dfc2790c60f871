from __future__ import annotations

import pytest

from allranks.diagnosis.amounts import amount, amounts


@pytest.mark.parametrize(
    ("name", "number", "words"),
    [
        ("CPU", 1, "1 CPU"),
        ("CPU", 0.5, "0.5 CPUs"),
        ("GPU", 4, "4 GPUs"),
        ("memory", 1.5e9, "1.5 GB of memory"),
        ("memory", 100, "100 bytes of memory"),
        ("licence", 2, '2 of "licence"'),
    ],
)
def test_an_amount_reads_as_a_person_says_it(name: str, number: float, words: str) -> None:
    assert amount(name, number) == words


def test_amounts_are_listed_and_zeros_left_out() -> None:
    assert amounts({"CPU": 2, "GPU": 1, "TPU": 0, "memory": 2e6}) == "2 CPUs, 1 GPU and 2 MB of memory"
    assert amounts({"CPU": 0}) == "no resource"
