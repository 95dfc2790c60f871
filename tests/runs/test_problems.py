"""The linter before each run."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from allranks.protocol import Limits, ProblemsFound
from allranks.runners import ScriptedRunner
from allranks.runs import cluster_of, problems
from allranks.runs.problems import MOST, find_problems, problems_in
from houses import House, kinds, only
from stories import solved
from trainlint import lint
from trainlint.browser import lint_json

UNPREPARED = """import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop():
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(3):
        loss = model(torch.randn(8, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})

TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=2)).fit()
"""


async def test_what_is_found_is_recorded_before_the_run_starts_and_it_starts(house: Callable[..., House]) -> None:
    built = house(ScriptedRunner(solved().events))
    records = await built.whole(await built.controller.submit(None, UNPREPARED, "request-1"))
    assert kinds(records)[:4] == ["run_queued", "phase_changed", "problems_found", "run_started"]
    assert only(records, ProblemsFound).findings[0].code == "RTL101"
    assert kinds(records)[-1] == "run_finished"


async def test_a_program_without_a_problem_has_no_such_event(house: Callable[..., House]) -> None:
    built = house(ScriptedRunner(solved().events))
    records = await built.whole(await built.controller.submit(None, "print('hi')\n", "request-1"))
    assert "problems_found" not in kinds(records)


@pytest.mark.parametrize("source", [UNPREPARED, "x = (\n", "print(nobody)\n", "x = '\ud800'"])
def test_the_server_says_what_the_page_says(source: str) -> None:
    cluster = cluster_of(Limits(), gpus=0)
    found = problems_in(source, "scratch.py", cluster)
    assert found is not None
    in_page = json.loads(lint_json(source, cluster.model_dump_json()))
    places = ("code", "line", "column", "end_line", "end_column", "page")
    assert [[getattr(each, name) for name in places] for each in found.findings] == [
        [each[name] for name in places] for each in in_page
    ]


def test_what_is_recorded_is_bounded() -> None:
    source = "\n".join(f"print(nobody_{index})" for index in range(MOST + 7)) + "\nprint(" + "n" * 5000 + ")\n"
    found = problems_in(source, "scratch.py", None)
    assert found is not None
    assert (len(found.findings), found.left_out) == (MOST, len(lint(source)) - MOST)
    long = problems_in("print(" + "n" * 5000 + ")\n", "scratch.py", None)
    assert long is not None
    assert len(long.findings[0].message) < 600


async def test_a_linter_that_takes_too_long_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(problems, "SECONDS", 0.0)
    assert await find_problems(UNPREPARED, "scratch.py", None) is None
    assert "was not linted" in caplog.text
