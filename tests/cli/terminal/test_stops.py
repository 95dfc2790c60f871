"""What a terminal says of a run in which nothing goes on."""

import io

from allranks.cli.terminal import RankTable
from allranks.protocol import Event, ProgressResumed, ProgressStopped, Record
from standing_stories import UNEVEN


def printed(event: Event) -> str:
    stream = io.StringIO()
    with RankTable(stream) as table:
        table.show(Record(run_id="run", seq=1, time=1.0, event=event))
    return stream.getvalue()


def test_the_reason_the_place_each_rank_and_the_mend_are_printed() -> None:
    text = printed(ProgressStopped(attempt=1, since=1.0, ranks=[0, 1], hang=True, diagnosis=UNEVEN))
    assert text.startswith(f"nothing goes on: {UNEVEN.title} at scratch.py:3  loss.backward()\n")
    assert all(f"  {line}\n" in text for line in UNEVEN.evidence)
    assert f"→ {UNEVEN.mend}\n" in text


def test_what_is_only_slow_is_called_so() -> None:
    text = printed(ProgressStopped(attempt=1, since=1.0, ranks=[0], hang=False, diagnosis=UNEVEN))
    assert text.startswith(f"slow: {UNEVEN.title}")


def test_it_is_printed_when_all_go_on() -> None:
    assert printed(ProgressResumed(attempt=1, seconds=8.25)) == "goes on: all ranks made progress again after 8.2 s\n"
