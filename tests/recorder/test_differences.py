"""What a run says first. Looked at from another process: the module imports Ray."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from allranks.recorder.worker_start import packages

pytestmark = pytest.mark.ray

TERMINAL = (
    "Unlike in a terminal: Ray has 16 logical CPUs, whatever the machine has; Ray Train looks for reports every "
    "0.02 s, not every 2 s"
)
WAITS = "; a rank that is early meets rank 0 at once, and fit() ends without the rest of a second's wait"
PROGRAM = """
import json, sys
from allranks.recorder.differences import differences
print(json.dumps([differences(16, *case) for case in json.loads(sys.argv[1])]))
"""


def said(*cases: tuple[list[str], list[str], list[str]]) -> list[list[str]]:
    """The lines for each of these faults, notes on what is slower, and network interfaces."""
    environment = {**os.environ, "PYTHONPATH": packages()}
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(cases)], env=environment, capture_output=True, text=True, check=True
    )
    lines: list[list[str]] = json.loads(told.stdout)
    return lines


def test_a_run_says_how_it_is_unlike_one_in_a_terminal() -> None:
    open_to_all, sealed, faulty, slow = said(
        ([], [], ["lo", "eth0"]),
        ([], [], ["lo"]),
        (["the zygote has 2 threads"], [], ["eth0"]),
        ([], ["torch's rendezvous is another one than expected"], ["eth0"]),
    )

    assert open_to_all == [f"{TERMINAL}{WAITS}."]
    assert sealed == [f"{TERMINAL}{WAITS}; there is no network."]
    assert faulty == [
        f"{TERMINAL}.",
        "Ray's workers are started the normal way, which takes seconds longer: the zygote has 2 threads.",
    ]
    assert slow == [f"{TERMINAL}.", "Torch's rendezvous is another one than expected."]
