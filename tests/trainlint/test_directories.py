from __future__ import annotations

import pytest

from parsed_programs import module_of
from trainlint.checkpoints import checkpoint_of
from trainlint.directories import Directories

HEAD = """
import os, shutil, tempfile
from ray import train
from ray.train import Checkpoint

def write(folder):
    return Checkpoint.from_directory(folder)

def loop():
"""


def state_at_the_report(body: str) -> tuple[int, int]:
    module = module_of(HEAD + "\n".join(f"    {line}" for line in body.split("\n")))
    (report,) = module.index.calls_to("ray.train.report")
    given = checkpoint_of(report)
    assert given is not None
    found = Directories(module)
    found.follow(given, report)
    return len(found.gone), len(found.held)


WITH = "with tempfile.TemporaryDirectory() as folder:\n    "
REPORT = "train.report({}, checkpoint=it)"


@pytest.mark.parametrize(
    "body",
    [
        f"{WITH}it = Checkpoint.from_directory(folder)\n{REPORT}",
        f"{WITH}it = write(folder)\n{REPORT}",
        f"{WITH}it = Checkpoint.from_directory(os.path.join(folder, 'a'))\n{REPORT}",
        f"it = None\nif a:\n    it = Checkpoint(tempfile.TemporaryDirectory().name)\n{REPORT}",
        f"folder = tempfile.mkdtemp()\nit = write(folder)\nshutil.rmtree(folder)\n{REPORT}",
        f"folder = tempfile.TemporaryDirectory()\nit = write(folder.name)\nfolder.cleanup()\n{REPORT}",
    ],
)
def test_a_directory_may_be_gone(body: str) -> None:
    assert state_at_the_report(body) == (1, 0)


@pytest.mark.parametrize(
    "body",
    [
        f"{WITH}train.report({{}}, checkpoint=Checkpoint.from_directory(folder))",
        f"{WITH}it = write(folder)\n    {REPORT}",
        f"folder = tempfile.mkdtemp()\nit = write(folder)\n{REPORT}\nshutil.rmtree(folder)",
    ],
)
def test_a_directory_may_be_deleted_only_later(body: str) -> None:
    assert state_at_the_report(body) == (0, 1)


@pytest.mark.parametrize(
    "body",
    [
        f"it = write(tempfile.mkdtemp())\n{REPORT}",
        f"it = write('/tmp/a')\n{REPORT}",
        f"folder = tempfile.TemporaryDirectory()\nit = write(folder.name)\n{REPORT}",
        f"with tempfile.TemporaryDirectory(delete=False) as folder:\n    it = write(folder)\n{REPORT}",
        f"folder = tempfile.mkdtemp()\nit = write(folder)\nif a:\n    shutil.rmtree(folder)\n{REPORT}",
        f"folder = tempfile.mkdtemp()\nit = write(folder)\nshutil.rmtree(other)\n{REPORT}",
        f"with somebody.elses() as folder:\n    it = write(folder)\n{REPORT}",
    ],
)
def test_a_directory_may_stay(body: str) -> None:
    assert state_at_the_report(body) == (0, 0)
