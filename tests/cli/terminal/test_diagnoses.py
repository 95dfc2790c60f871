from __future__ import annotations

from allranks.cli.terminal.diagnoses import diagnosis_style, diagnosis_text
from allranks.protocol import Diagnosis, Frame

FAILURE = Diagnosis(
    cause="worker_raised",
    title="Rank 1 raised ValueError",
    what_happened="It stopped.",
    evidence=["rank 1: ValueError: bad"],
    where=Frame(file="train.py", line=7, function="loop", text="step(batch)", own=True),
    ranks=[1],
    mend="Mend line 7.",
    sketch=None,
)


def test_the_place_and_the_evidence_stand_between_what_happened_and_the_mend() -> None:
    assert diagnosis_text(FAILURE).splitlines() == [
        "Rank 1 raised ValueError",
        "It stopped.",
        "  at train.py:7  step(batch)",
        "  · rank 1: ValueError: bad",
        "→ Mend line 7.",
    ]


def test_advice_is_called_that_and_looks_different() -> None:
    advice = FAILURE.model_copy(update={"advice": True, "where": None, "evidence": []})

    assert diagnosis_text(advice).startswith("Advice: Rank 1")
    assert diagnosis_style(advice) != diagnosis_style(FAILURE)
