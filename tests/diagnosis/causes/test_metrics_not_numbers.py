from __future__ import annotations

import ast

import pytest

from allranks.diagnosis import diagnose
from allranks.protocol import Diagnosis, MetricsReported
from failing_runs import FailingRun, causes_of

SOURCE = "from ray import train\n\n\ndef loop():\n    train.report({'loss': 1})\n"


def run_with(types: dict[str, str], **metrics: object) -> list[Diagnosis]:
    story = FailingRun(SOURCE).workers(2)
    for rank in (0, 1):
        report = {"attempt": 1, "rank": rank, "index": 0, "metrics": metrics, "with_checkpoint": False}
        story.events.append(MetricsReported.model_validate({**report, "reported_at": 0.0, "other_types": types}))
    return diagnose(story.ends("completed", 0).records())


@pytest.mark.parametrize(
    ("came", "title", "sketch"),
    [
        ("builtin_function_or_method", "a method or a function that was not called", "loss.item()"),
        ("method", "a method or a function that was not called", "loss.item()"),
        ("list", "is a list, and no number", "sum(loss) / len(loss)"),
        ("dict", "is a dictionary, and no number", 'f"loss_{part}"'),
        ("AverageMeter", "is of the type AverageMeter, and no number", "float(loss)"),
    ],
)
def test_what_came_is_said_and_what_to_report_instead(came: str, title: str, sketch: str) -> None:
    [diagnosis] = run_with({"loss": came}, loss="<something>")

    assert (diagnosis.cause, diagnosis.advice, diagnosis.ranks) == ("metrics_not_numbers", True, [0, 1])
    assert diagnosis.where is not None
    assert diagnosis.where.line == 5
    assert title in diagnosis.title
    assert diagnosis.sketch is not None
    assert sketch in diagnosis.sketch
    ast.parse(diagnosis.sketch)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("<built-in method item of Tensor object at 0x7f>", "loss.item()"),
        ("<bound method Tensor.mean of tensor(0.5)>", "loss.mean()"),
        ("<function evaluate at 0x7f>", "evaluate(...)"),
        ("functools.partial(<function f at 0x7f>)", "loss.item()"),
    ],
)
def test_the_call_that_was_meant_is_shown(text: str, call: str) -> None:
    [diagnosis] = run_with({"loss": "method"}, loss=text)

    assert diagnosis.sketch is not None
    assert f'train.report({{"loss": {call}}})' in diagnosis.sketch


def test_one_word_for_metrics_of_one_kind() -> None:
    diagnoses = run_with({"a": "list", "b": "tuple", "c": "method"}, a="[1]", b="(1,)", c="<bound method x>")

    assert causes_of(diagnoses) == ["metrics_not_numbers"] * 2
    assert [len(diagnosis.evidence) for diagnosis in diagnoses] == [2, 1]


def test_numbers_and_texts_get_no_word() -> None:
    assert run_with({}, loss=0.5, phase="warm") == []
