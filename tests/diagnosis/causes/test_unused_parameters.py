from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "Expected to have finished reduction in the prior iteration before starting a new one. "
            "This error indicates that your module has parameters that were not used in producing loss.\n"
            "Parameter indices which did not receive grad for rank 0: 2 3\n",
            "number 2 3",
        ),
        (
            "RuntimeError",
            "Expected to mark a variable ready only once. This error is caused by one of the following reasons",
            "twice",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "unused_parameters"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("RuntimeError", "Expected to have finished by now"),
        ("ValueError", "find_unused_parameters is not a bool"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped(
        "RuntimeError", "Expected to have finished reduction in the prior iteration before starting a new one."
    )

    assert diagnosis.cause == "unused_parameters"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
