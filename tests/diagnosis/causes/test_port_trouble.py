from __future__ import annotations

import pytest

from failing_runs import causes_of, told


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "use_libuv was requested but PyTorch was built without libuv support, run with USE_LIBUV=0 to disable it.",
            "libuv",
        ),
        (
            "DistNetworkError",
            "The server socket has failed to listen on any local network address. port: 29500, "
            "useIpv6: false, code: -98, name: EADDRINUSE, message: address already in use (c10d)",
            "is taken",
        ),
        ("RuntimeError", "[enforce fail] gloo connectFullMesh failed with connect() timed out", "could not connect"),
        ("RuntimeError", "Unable to find address for: eth7 (gloo)", "could not connect"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "port_trouble"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("OSError", "[Errno 98] Address already in use"),
        ("ConnectionRefusedError", "[Errno 111] Connection refused"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]
