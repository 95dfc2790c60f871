from __future__ import annotations

import pytest

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

SOURCE = "from ray import train\n\n\ndef loop():\n    train.report({'acc': acc}, checkpoint=checkpoint)\n"
FIT = own_frame(9, "trainer.fit()", "<module>")


def run_with(error: str, **metrics: object) -> FailingRun:
    return FailingRun(SOURCE).workers(1).reports(0, **metrics).program_fails("PydanticSerializationError", error, FIT)


@pytest.mark.parametrize(
    ("kind", "word"), [("numpy.float32", "`.item()`"), ("datetime.timedelta", "into the checkpoint")]
)
def test_the_report_is_named_and_not_the_driver_s_line(kind: str, word: str) -> None:
    story = run_with(f"Unable to serialize unknown type: <class '{kind}'>", epoch=1, acc=0.5)
    [diagnosis] = diagnose(story.ends().records())

    assert diagnosis.cause == "metrics_not_saved"
    assert kind in diagnosis.title
    assert word in diagnosis.mend
    assert diagnosis.where is not None
    assert diagnosis.where.line == 5
    assert diagnosis.sketch == 'train.report({"acc": float(acc)}, checkpoint=checkpoint)\n'


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(diagnose(run_with("Unable to read it", acc=0.5).ends().records())) == ["program_raised"]
