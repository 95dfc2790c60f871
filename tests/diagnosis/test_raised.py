from __future__ import annotations

from allranks.diagnosis.observed import observe
from allranks.diagnosis.raised import raised_errors
from failing_runs import FailingRun, own_frame

LINE = own_frame(14, "step(batch)")
DIED = (
    "The actor died because of an error raised in its creation task, ray::TrainController.__init__() (pid=1)\n"
    '  File "/lib/site-packages/ray/train/v2/api/config.py", line 553, in storage_context\n    return f()\n'
    "pyarrow.lib.ArrowInvalid: URI has empty scheme: './out'\n"
)


def test_an_error_that_ray_tells_in_a_message_is_part_of_the_chain() -> None:
    [chain] = raised_errors(observe(FailingRun().program_fails("ActorDiedError", DIED, LINE).records()))

    assert [error.error_type for error in chain] == ["ActorDiedError", "ArrowInvalid"]
    assert chain[1].passes("ray/train")
    assert not chain[1].outermost
    assert chain[0].where == LINE


def test_what_fit_repeats_is_left_out_where_the_workers_are_known() -> None:
    story = FailingRun().workers(1).worker_fails(0, "ValueError", "no", LINE).fit_passes_it_on()

    assert [chain[0].error_type for chain in raised_errors(observe(story.records()))] == ["ValueError"]


def test_and_kept_where_they_are_not() -> None:
    assert [chain[0].error_type for chain in raised_errors(observe(FailingRun().fit_passes_it_on().records()))] == [
        "WorkerGroupError"
    ]
