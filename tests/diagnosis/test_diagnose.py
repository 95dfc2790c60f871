from __future__ import annotations

from pathlib import Path

import pytest

from allranks import diagnosis
from allranks.diagnosis import diagnose
from allranks.diagnosis.diagnose import causes
from allranks.protocol import End
from failing_runs import FailingRun, own_frame

CAUSES = Path(diagnosis.__file__).parent / "causes"
RAISING = own_frame(9, "raise ValueError('x')")


def test_every_file_of_the_folder_is_a_cause_named_after_it() -> None:
    files = {path.stem for path in CAUSES.glob("*.py")} - {"__init__"}

    assert {cause.id for cause in causes()} == files
    assert len(causes()) == len(files)


def test_special_causes_are_asked_before_general_ones() -> None:
    orders = [cause.order for cause in causes()]

    assert orders == sorted(orders)
    assert len(set(orders)) == len(orders)


def test_every_cause_has_a_test_beside_the_others() -> None:
    tests = {path.stem.removeprefix("test_") for path in (Path(__file__).parent / "causes").glob("test_*.py")}

    assert tests == {cause.id for cause in causes()}


@pytest.mark.parametrize("end", ["cancelled", "server_stopped", "runner_failed"])
def test_a_run_that_was_ended_from_outside_has_no_cause_of_its_own(end: End) -> None:
    story = FailingRun().workers(1).worker_fails(0, "ValueError", "x", RAISING)

    assert diagnose(story.ends(end, None).records()) == []


def test_no_records_give_no_diagnosis() -> None:
    assert diagnose([]) == []


def test_the_same_records_give_the_same_diagnoses() -> None:
    records = FailingRun().workers(2).worker_fails(1, "ValueError", "x", RAISING).fit_passes_it_on().ends().records()

    assert diagnose(records) == diagnose(list(records))
