from __future__ import annotations

import pytest

from failing_runs import causes_of, told


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "ActorDiedError",
            "The actor died because of an error raised in its creation task, "
            'ray::TrainController.__init__()\n  File "pyarrow/error.pxi", line 92, in check_status\n'
            "pyarrow.lib.ArrowInvalid: URI has empty scheme: './results'",
            "./results",
        ),
        ("ArrowInvalid", "URI has empty scheme: 'out'", "relative: out"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "relative_storage"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("ValueError", "URI has empty scheme: 'out'"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]
