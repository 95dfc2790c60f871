from __future__ import annotations

from allranks.diagnosis.linted import quoted, said_at, said_before
from allranks.diagnosis.observed import observe
from failing_runs import FailingRun

SOURCE = "call(\n    1,\n    2,\n)\nother()\n"


def test_a_finding_anywhere_in_the_statement_is_about_the_line() -> None:
    observed = observe(FailingRun(SOURCE).linted("RTL405", 3).records())

    found = said_before(observed, ("RTL405",), 1)

    assert found is not None
    assert quoted(found) == "before the run, trainlint said of line 3 (RTL405): This is wrong."
    assert said_before(observed, ("RTL405",), 5) is None
    assert said_before(observed, ("RTL101",)) is None


def test_only_what_is_about_ray_train_explains_an_error() -> None:
    observed = observe(FailingRun(SOURCE).linted("PYF401", 5).linted("RTL405", 3).records())

    assert said_at(observed, 5) is None
    assert said_at(observed, 1) is not None
