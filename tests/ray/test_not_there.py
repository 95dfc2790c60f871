"""Packages, machines and files that the sandbox does not have: said before the run, and after it."""

from __future__ import annotations

import asyncio

import pytest

from controlled_runs import Told, run_all

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

LOOP = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop():
    print(open("rows.csv").read())
    train.report({"rank": 0})

with open("rows.csv", "w") as file:
    file.write("1")
TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=1)).fit()
"""
PROGRAMS = {
    "package": ("import ray\nimport lightning\nprint(ray, lightning)\n", 1),
    "network": (
        "import ray\nimport urllib.request\nurllib.request.urlopen('http://example.com/x')\nprint(ray)\n",
        1,
    ),
    "address": ("import ray\nimport socket\nsocket.create_connection(('192.0.2.1', 80), 5)\nprint(ray)\n", 1),
    "file": ("import ray\nprint(ray, open('data/rows.csv').read())\n", 1),
    "a file of the driver": (LOOP, 1),
}
SAID_AFTER = {
    "package": ("module_missing", 2),
    "network": ("network_missing", 3),
    "address": ("network_missing", 3),
    "file": ("file_missing", 2),
    "a file of the driver": ("file_missing", 6),
}
SAID_BEFORE = {"package": "RTL230", "network": "RTL231", "address": "RTL231", "file": "RTL232"}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told]:
    return asyncio.run(run_all(tmp_path_factory.mktemp("r"), PROGRAMS))


@pytest.mark.parametrize("kind", SAID_AFTER)
def test_what_is_not_there_is_told_after_the_run_with_its_line(told: dict[str, Told], kind: str) -> None:
    diagnosis = told[kind].diagnosis
    assert diagnosis.where is not None
    assert (diagnosis.cause, diagnosis.where.line) == SAID_AFTER[kind]


@pytest.mark.parametrize("kind", SAID_BEFORE)
def test_it_is_told_before_the_run_too(told: dict[str, Told], kind: str) -> None:
    assert told[kind].codes == [SAID_BEFORE[kind]]
