from __future__ import annotations

from allranks.diagnosis.deaths import death_of
from allranks.diagnosis.observed import observe
from failing_runs import FILE_NAME, FailingRun, own_frame

LINE = own_frame(3, "step()")


def test_the_last_words_and_the_last_place_of_a_rank() -> None:
    story = FailingRun().workers(1).sampled(0, where=LINE).writes(0, "epoch 3\n")

    death = death_of(observe(story.records()), 0)

    assert (death.signal, death.where, death.seen_there, death.last_line) == (None, LINE, True, "epoch 3")


def test_a_crash_tells_its_own_place() -> None:
    crash = f'Fatal Python error: Bus error\n\nStack:\n  File "{FILE_NAME}", line 2 in step\n'
    story = FailingRun("def step():\n    write()\n").workers(1).sampled(0, where=LINE).writes(0, crash)

    death = death_of(observe(story.records()), 0)

    assert death.signal == "SIGBUS"
    assert death.where is not None
    assert (death.where.line, death.seen_there) == (2, False)


def test_a_rank_that_said_nothing_leaves_nothing() -> None:
    death = death_of(observe(FailingRun().workers(1).records()), 0)

    assert (death.signal, death.reason, death.where, death.last_line) == (None, None, None, None)
