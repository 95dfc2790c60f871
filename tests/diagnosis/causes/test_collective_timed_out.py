from __future__ import annotations

import pytest

from failing_runs import causes_of, told


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "[unbound_buffer.cc:78] Timed out waiting 6000ms for recv operation to complete",
            "rank 1 never came",
        ),
        ("BroadcastCollectiveTimeoutError", "The following ranks have not joined", "rank 1 never came"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "collective_timed_out"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("TimeoutError", "timed out"),
        ("RuntimeError", "waiting for the recv of a letter"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]
