"""From failed checks to lines of the file."""

from __future__ import annotations

import pytest

from allranks.grading import grade
from allranks.protocol import CheckResult, CheckSpec, Event, Finding, ProblemsFound, Record, SourceLine
from stories import Story, solved, submitted

PROGRAM = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    for epoch in range(10):
        train.report({"epoch": epoch})

TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=2)).fit()
"""
REPORTS = CheckSpec(id="reports", kind="reported_every_epoch", title="", parameters={"reports": 10})
SIX_WORKERS = CheckSpec(id="workers", kind="world_size", title="", parameters={"world_size": 6})


def judged(check: CheckSpec, story: Story, *said: Event, source: str = PROGRAM) -> CheckResult:
    events = [submitted(source), *said, *story.events]
    records = [Record(run_id="run", seq=seq, time=float(seq), event=event) for seq, event in enumerate(events, 1)]
    return grade("train01", [check], records).checks[0]


def two_ranks() -> Story:
    return Story().group(2).epochs([0, 1], [1.0]).group_ended().ended()


def found(code: str, line: int) -> ProblemsFound:
    finding = Finding(
        code=code,
        name="a-rule",
        severity="error",
        message="This is wrong.",
        todo="",
        line=line,
        column=0,
        end_line=line,
        end_column=1,
        page=f"rules/{code}.html",
    )
    return ProblemsFound(findings=[finding], left_out=0)


def test_what_the_linter_said_before_is_pointed_at_with_its_page() -> None:
    assert judged(REPORTS, two_ranks(), found("RTL102", 7)).lines == [
        SourceLine(
            line=7,
            text='train.report({"epoch": epoch})',
            why="RTL102: This is wrong.",
            page="rules/RTL102.html",
        )
    ]


def test_what_another_rule_said_is_not() -> None:
    lines = judged(SIX_WORKERS, two_ranks(), found("RTL102", 7)).lines
    assert [line.line for line in lines] == [9]


def test_without_a_rule_the_call_that_decides_it_is_pointed_at() -> None:
    (line,) = judged(SIX_WORKERS, two_ranks()).lines
    assert (line.line, line.why, line.page) == (9, "`ScalingConfig` is called here", None)


def test_a_call_that_is_not_there_leads_to_the_next() -> None:
    source = PROGRAM.replace(", scaling_config=ScalingConfig(num_workers=2)", "")
    (line,) = judged(SIX_WORKERS, two_ranks(), source=source).lines
    assert line.why == "`TorchTrainer` is called here"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ({"kind": "calls", "name": "ray.train.get_checkpoint", "within": "loop"}, 5),
        ({"kind": "calls", "name": "ray.train.report", "within": "loop", "at_least": 0, "at_most": 0}, 7),
        ({"kind": "argument", "call": "ray.train.report", "name": "checkpoint"}, 7),
        ({"kind": "config", "of": "TorchTrainer", "name": "datasets"}, 9),
        ({"kind": "config", "of": "FailureConfig", "name": "max_failures"}, 9),
        ({"kind": "scaling", "workers": 6}, 9),
    ],
)
def test_a_claim_that_does_not_hold_points_at_its_place(claim: dict[str, object], line: int) -> None:
    check = CheckSpec.model_validate({"id": "source", "kind": "source", "title": "", "parameters": {"claim": claim}})
    result = judged(check, two_ranks())
    assert (result.outcome, [at.line for at in result.lines]) == ("failed", [line])


def test_an_exception_points_at_the_learners_own_line() -> None:
    check = CheckSpec(id="completed", kind="program_completed", title="")
    (line,) = judged(check, Story().raised("TypeError", line=9).ended("program_failed", 1)).lines
    assert (line.line, line.why) == (9, "TypeError was raised here")


def test_a_line_that_the_file_does_not_have_is_not_pointed_at() -> None:
    check = CheckSpec(id="completed", kind="program_completed", title="")
    assert judged(check, Story().raised(line=900).ended("program_failed", 1)).lines == []


def test_what_passed_points_nowhere() -> None:
    check = CheckSpec(id="workers", kind="world_size", title="", parameters={"world_size": 4})
    result = judged(check, solved(), found("RTL206", 9))
    assert (result.outcome, result.lines, result.sights) == ("passed", [], [])


def test_a_file_that_does_not_parse_points_nowhere() -> None:
    assert judged(SIX_WORKERS, two_ranks(), source="def (").lines == []
