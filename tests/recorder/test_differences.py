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
    "Unlike in a terminal: Ray has 16 logical CPUs, whatever the machine has, and Ray Train looks for reports every "
    "0.02 s, not every 2 s"
)
PROGRAM = """
import json, sys
from allranks.recorder.differences import differences
print(json.dumps([differences(16, faults, interfaces) for faults, interfaces in json.loads(sys.argv[1])]))
"""


def said(*cases: tuple[list[str], list[str]]) -> list[list[str]]:
    """The lines for each of these faults and network interfaces."""
    environment = {**os.environ, "PYTHONPATH": packages()}
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(cases)], env=environment, capture_output=True, text=True, check=True
    )
    lines: list[list[str]] = json.loads(told.stdout)
    return lines


def test_a_run_says_how_it_is_unlike_one_in_a_terminal() -> None:
    open_to_all, sealed, faulty = said(([], ["lo", "eth0"]), ([], ["lo"]), (["the zygote has 2 threads"], ["eth0"]))

    assert open_to_all == [f"{TERMINAL}."]
    assert sealed == [f"{TERMINAL}; there is no network."]
    assert faulty == [
        f"{TERMINAL}.",
        "Ray's workers are started the normal way, which takes seconds longer: the zygote has 2 threads.",
    ]
