"""What the machine has only once, a run cannot use up for everybody else."""

import pytest

from attacks import attack

pytestmark = pytest.mark.sandbox

TERMINALS_FOR_ALL = 3072


def test_asynchronous_io_of_the_machine_cannot_be_used_up() -> None:
    seen = attack("use_up_the_machine", only=["contexts_of_aio"])
    assert seen["contexts_of_aio"] == {"taken": 0, "error": "EPERM"}


def test_terminals_of_the_machine_cannot_be_used_up() -> None:
    assert attack("use_up_the_machine", only=["terminals"])["terminals"] < TERMINALS_FOR_ALL / 4
