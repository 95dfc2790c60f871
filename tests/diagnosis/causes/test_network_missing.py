from __future__ import annotations

import pytest

from failing_runs import causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "host"),
    [
        ("URLError", "<urlopen error [Errno -3] Temporary failure in name resolution>", ""),
        ("gaierror", "[Errno -2] Name or service not known", ""),
        ("OSError", "[Errno 101] Network is unreachable", ""),
        (
            "ConnectionError",
            "HTTPSConnectionPool(host='example.com', port=443): Max retries exceeded with url: /x (Caused by ...)",
            "example.com",
        ),
        (
            "OSError",
            "We couldn't connect to 'https://huggingface.co' to load the files, and couldn't find them in the cache.",
            "huggingface.co",
        ),
        (
            "OSError",
            "When resolving region for bucket 'runs': AWS Error NETWORK_CONNECTION during HeadBucket operation",
            "",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, host: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "network_missing"
    assert diagnosis.title.startswith("There is no network here")
    assert host in diagnosis.title
    assert "or run it where there is a network" in diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("KeyError", "'Network is unreachable'"),
        ("ConnectionError", "HTTPConnectionPool(host='127.0.0.1', port=80): Max retries exceeded with url: /"),
        ("ConnectionRefusedError", "[Errno 111] Connection refused"),
        ("ValueError", "the network has no layer of that name"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("gaierror", "[Errno -2] Name or service not known")

    assert diagnosis.cause == "network_missing"
