from __future__ import annotations

import ast

import pytest

from allranks.diagnosis import diagnose
from allranks.protocol import Diagnosis
from failing_runs import FailingRun, causes_of, own_frame

SOURCE = """from ray import train
from ray.train.torch import TorchTrainer

history = []


def loop(config):
    history.append(0.5)
    train.report({"loss": 0.5})


TorchTrainer(loop).fit()
print(min(history))
"""


def read(line: int, source: str = SOURCE, error: str = "ValueError") -> list[Diagnosis]:
    story = FailingRun(source).workers(2).reports(0, loss=0.5)
    text = source.splitlines()[line - 1]
    return diagnose(
        story.program_fails(error, "min() arg is an empty sequence", own_frame(line, text)).ends().records()
    )


@pytest.mark.parametrize("error", ["ValueError", "IndexError"])
def test_what_the_loop_filled_is_empty_in_the_driver(error: str) -> None:
    [diagnosis] = read(13, error=error)

    assert diagnosis.cause == "copy_of_the_driver"
    assert "history at line 13" in diagnosis.title
    assert diagnosis.sketch is not None
    ast.parse(diagnosis.sketch)
    assert 'result.return_value["history"]' in diagnosis.sketch


def test_a_list_of_the_loop_s_own_is_none_of_it() -> None:
    own = SOURCE.replace("    history.append", "    history = []\n    history.append")

    assert causes_of(read(14, own)) == ["program_raised"]


def test_a_line_that_does_not_read_it_is_another_cause() -> None:
    assert causes_of(read(12)) == ["program_raised"]
