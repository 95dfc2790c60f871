"""A record is written once, however many watch."""

from __future__ import annotations

from allranks.protocol import LogWritten, Record, Recorded
from allranks.web.texts import RecordTexts


def record(seq: int, text: str = "x") -> Record:
    event = LogWritten(attempt=None, rank=None, stream="stdout", origin="program", text=text)
    return Record(run_id="run", seq=seq, time=1.0, event=event)


def test_a_text_is_what_the_protocol_says_and_the_same_for_everybody() -> None:
    texts = RecordTexts()
    assert texts.of(record(1)) == record(1).model_dump_json()
    assert texts.of(record(1)) is texts.of(record(1))


def test_records_together_are_the_answer_that_the_protocol_says() -> None:
    records = [record(1), record(2, "a\nline")]
    assert RecordTexts().together(records) == Recorded(records=records).model_dump_json()


def test_few_are_kept_and_no_large_one() -> None:
    texts = RecordTexts(kept=2, largest=500)
    for seq in range(5):
        texts.of(record(seq))
    assert len(texts) == 2
    assert "x" * 1000 in texts.of(record(9, "x" * 1000))
    assert len(texts) == 2
