from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed, observe
from allranks.diagnosis.raised import Raised
from failing_runs import FailingRun, own_frame

LINE = own_frame(14, "step(batch)")
CLOSED = "Connection closed by peer"


class Broken(KnownError):
    """An error whose message says so."""

    id: ClassVar[str] = "broken"
    order: ClassVar[int] = 1

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if "broken" not in error.message:
            return None
        return Known(
            "It is broken", "That happens.", "Mend it.", evidence=(f"seen on {error.rank}",), rules=("RTL102",)
        )


def test_ranks_with_one_meaning_are_one_finding_with_the_linters_words() -> None:
    story = FailingRun("pass\n" * 20).linted("RTL102", 3).workers(3)
    for rank in (0, 1):
        story.worker_fails(rank, "ValueError", f"broken {rank}", LINE)
    story.worker_fails(2, "RuntimeError", CLOSED, LINE).fit_passes_it_on().ends()

    [finding] = Broken().find(observe(story.records()))

    assert finding.diagnosis.ranks == [0, 1]
    assert finding.diagnosis.what_happened.startswith(
        "Ranks 0 and 1 stopped at line 14, `step(batch)`, with ValueError"
    )
    assert finding.diagnosis.evidence == [
        "rank 0: ValueError: broken 0",
        "rank 1: ValueError: broken 1",
        "seen on 0",
        "seen on 1",
        "rank 2: lost the connection to it afterwards, a consequence and not a cause",
        "before the run, trainlint said of line 3 (RTL102): This is wrong.",
    ]
    assert finding.diagnosis.page == "rules/RTL102.html"
    assert len(finding.explains) == 5


def test_an_error_of_the_driver_concerns_no_rank() -> None:
    story = FailingRun().program_fails("ValueError", "broken", LINE).ends()

    [finding] = Broken().find(observe(story.records()))

    assert finding.diagnosis.ranks == []
    assert finding.diagnosis.what_happened.startswith("The program stopped at line 14")


def test_other_errors_are_left_to_others() -> None:
    assert Broken().find(observe(FailingRun().program_fails("ValueError", "whole", LINE).ends().records())) == []
