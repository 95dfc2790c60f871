"""The table where there is no terminal, which is where it can be read back."""

from io import StringIO

from allranks.cli.terminal import RankTable
from allranks.protocol import (
    CheckResult,
    Diagnosed,
    Diagnosis,
    Event,
    FaultFailed,
    FaultInjected,
    Frame,
    Graded,
    LogWritten,
    MetricsReported,
    PhaseChanged,
    Record,
    RunFinished,
    Verdict,
    WorkerFailed,
)


def shown(*events: Event) -> str:
    stream = StringIO()
    with RankTable(stream) as table:
        for seq, event in enumerate(events, start=1):
            table.show(Record(run_id="r", seq=seq, time=float(seq), event=event))
    return stream.getvalue()


def log(text: str, rank: int | None = None, origin: str = "program") -> LogWritten:
    return LogWritten.model_validate(
        {"attempt": None, "rank": rank, "stream": "stdout", "origin": origin, "text": text}
    )


def test_output_is_shown_with_who_wrote_it_and_rays_chatter_is_not() -> None:
    text = shown(log("hello\n"), log("from one\n", rank=1), log("noise\n", origin="ray"))
    assert "driver │ hello" in text
    assert "rank 1 │ from one" in text
    assert "noise" not in text


def test_text_of_the_program_is_never_taken_for_markup() -> None:
    assert "[bold]x[/bold]" in shown(log("[bold]x[/bold]\n"))


def test_the_end_shows_every_rank_and_the_sentence() -> None:
    report = MetricsReported(
        attempt=1, rank=3, index=4, metrics={"loss": 0.125}, with_checkpoint=False, reported_at=0.0
    )
    end = RunFinished(end="completed", sentence="The program ran to its end.", exit_code=0)
    text = shown(PhaseChanged(phase="training"), report, end)
    assert "training" in text
    assert "0.125" in text
    assert "The program ran to its end." in text


def test_a_failed_rank_is_named_with_its_line_and_the_mend_and_the_verdict_follow() -> None:
    frame = Frame(file="a.py", line=9, function="loop", text="raise ValueError", own=True)
    failure = WorkerFailed(attempt=1, rank=2, error_type="ValueError", message="no", frames=[frame], traceback="")
    diagnosis = Diagnosis(
        cause="worker_raised",
        title="Rank 2 raised",
        what_happened="It did.",
        evidence=[],
        where=frame,
        ranks=[2],
        mend="Do not.",
        sketch=None,
    )
    check = CheckResult(check_id="four", title="Four ranks", outcome="failed", sentence="Two ran.", evidence=[])
    verdict = Verdict(exercise_id="train01", passed=False, checks=[check])
    text = shown(failure, Diagnosed(diagnosis=diagnosis), Graded(verdict=verdict))
    assert "rank 2 failed: ValueError: no at a.py:9  raise ValueError" in text
    assert "→ Do not." in text
    assert "✘ Four ranks: Two ran." in text


def test_a_fault_is_a_line_when_it_happens() -> None:
    killed = FaultInjected(attempt=1, rank=1, action="kill", by="plan", reports=8, seconds=0.0)
    refused = FaultFailed(rank=7, action="raise", by="plan", reason="there is no rank 7")
    lines = shown(log("before\n"), killed, log("after\n"), refused).splitlines()
    assert lines == [
        "  driver │ before",
        "fault: rank 1 killed by the plan, after 8 reports in attempt 1",
        "  driver │ after",
        "fault: raise of rank 7 did not happen: there is no rank 7",
    ]
