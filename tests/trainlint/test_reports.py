from __future__ import annotations

import pytest

from parsed_programs import module_of
from trainlint.reports import Report, reports_of

HEAD = """
from ray import train as t
from ray.train import Checkpoint
made = Checkpoint.from_directory("a")
maybe = made if t else None
"""


def report(call: str) -> Report:
    (found,) = reports_of(module_of(HEAD + call))
    return found


def test_the_metrics_by_name() -> None:
    assert list(report('metrics = {"a": 1, "b": 2}\nt.report(metrics)').metrics or ()) == ["a", "b"]
    assert list(report("t.report(metrics=dict(a=1))").metrics or ()) == ["a"]
    assert report("t.report({**made})").metrics is None
    assert report("t.report()").metrics is None


@pytest.mark.parametrize(
    ("call", "surely", "maybe"),
    [
        ("t.report({}, made)", True, True),
        ("t.report({}, checkpoint=made)", True, True),
        ("t.report({}, checkpoint=maybe)", False, True),
        ("t.report({}, checkpoint=None)", False, False),
        ("t.report({})", False, False),
        ("t.report(*made)", False, True),
        ("t.report({}, checkpoint=unknown)", False, True),
    ],
)
def test_whether_a_checkpoint_goes_with_them(call: str, surely: bool, maybe: bool) -> None:
    assert report(call).surely_has_checkpoint is surely
    assert report(call).may_have_checkpoint is maybe


def test_reports_come_in_the_order_of_the_file() -> None:
    found = reports_of(module_of(HEAD + "t.report(1)\nt.report(2)\nt.report(3)"))
    assert [each.call.lineno for each in found] == [6, 7, 8]
