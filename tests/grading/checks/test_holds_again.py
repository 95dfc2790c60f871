"""The kind `holds_again`."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from allranks.grading import Judgement, Observed
from allranks.grading.checks.holds_again import HoldsAgain
from allranks.protocol import RunRepeated, Variation
from stories import Story, solved

RIGHT: dict[int, list[float | None]] = {0: [0.5, 0.25], 1: [0.5, 0.25]}


def repeated(
    reported: dict[int, list[float | None]] | None = None,
    outcome: Literal["repeated", "failed", "not_tried"] = "repeated",
    **fields: Any,
) -> Story:
    story = solved()
    event = RunRepeated(
        variation=Variation(workers=2, seed=7, config={"lr": 0.02, "batches": 20}),
        outcome=outcome,
        sentence=fields.get("sentence", ""),
        metric="loss",
        reported=RIGHT if reported is None else reported,
        expected=RIGHT,
        unmet=fields.get("unmet", []),
    )
    story.events.append(event)
    return story


def judge(story: Story) -> Judgement:
    return HoldsAgain(tolerance=0.1).judge(Observed(story.records()))


def test_what_the_solution_reports_passes_with_what_was_drawn() -> None:
    judgement = judge(repeated())
    assert judgement.outcome == "passed"
    assert judgement.evidence == [
        "drawn for it: 2 workers, lr 0.02, batches 20",
        "this program: loss 0.5 in the first report, 0.25 in the last",
        "computed apart: loss 0.5 in the first report, 0.25 in the last",
    ]
    assert HoldsAgain.basis == "rerun"


def test_sums_in_another_order_pass() -> None:
    assert judge(repeated({0: [0.5001, 0.2499], 1: [0.5001, 0.2499]})).outcome == "passed"


@pytest.mark.parametrize(
    ("reported", "says"),
    [
        ({0: [0.5, 0.25], 1: [0.5, 0.17]}, "In report 2 rank 1 gave loss 0.17; expected was about 0.25."),
        ({0: [0.5, None], 1: [0.5, 0.25]}, "In report 2 rank 0 gave loss no number; expected was about 0.25."),
        ({0: [0.5], 1: [0.5, 0.25]}, "Rank 0 made 1 reports; expected were 2."),
        ({0: [0.5, 0.25]}, "Rank 1 made 0 reports; expected were 2."),
    ],
)
def test_other_values_fail_at_the_first_of_them(reported: dict[int, list[float | None]], says: str) -> None:
    judgement = judge(repeated(reported))
    assert judgement.outcome == "failed"
    assert says in judgement.sentence


def test_a_check_that_does_not_hold_any_more_fails_with_its_sentence() -> None:
    judgement = judge(repeated(unmet=["The mean of all ranks: rank 0 reported 0.3.", "More."]))
    assert judgement.outcome == "failed"
    assert judgement.sentence.endswith("did not hold any more. The mean of all ranks: rank 0 reported 0.3.")


def test_a_program_that_ends_early_there_fails() -> None:
    judgement = judge(repeated({}, "failed", sentence="The program ended with an error."))
    assert judgement.outcome == "failed"
    assert judgement.sentence.endswith("it did not come to its end: The program ended with an error.")


def test_what_the_server_could_not_do_is_nobodys_mistake() -> None:
    judgement = judge(repeated({}, "not_tried", sentence="the solution did not come to its end."))
    assert judgement.outcome == "not_judged"
    assert judgement.sentence == "Not judged, because the solution did not come to its end."


def test_a_program_with_another_mistake_is_not_run_again() -> None:
    assert judge(solved()).outcome == "not_judged"
