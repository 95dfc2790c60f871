from __future__ import annotations

import ast

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of, own_frame

SOURCE = """\
from ray.train.torch import TorchTrainer

trainer = TorchTrainer(loop)
results = trainer.fit()
print(f"Final training loss: {results.metrics['loss']}")
"""
READING = own_frame(5, "print(f\"Final training loss: {results.metrics['loss']}\")", "<module>")
NOT_SUBSCRIPTABLE = "'NoneType' object is not subscriptable"


def trained() -> FailingRun:
    return (
        FailingRun(SOURCE)
        .workers(2)
        .reports(0, loss=2.0, epoch=0)
        .reports(1, loss=3.0, epoch=0)
        .reports(0, loss=1.25, epoch=1)
        .reports(1, loss=1.5, epoch=1)
    )


def test_the_line_that_reads_none_is_named_with_the_last_report_of_every_rank() -> None:
    story = trained().program_fails("TypeError", NOT_SUBSCRIPTABLE, READING).ends()

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "result_metrics_none"
    assert diagnosis.where == READING
    assert diagnosis.evidence == [
        "checkpoints saved: 0",
        "rank 0, report 2: loss=1.25, epoch=1",
        "rank 1, report 2: loss=1.5, epoch=1",
    ]
    assert "latest checkpoint" in diagnosis.what_happened
    assert "ranks 0 and 1 reported" in diagnosis.what_happened


def test_the_sketch_is_python_and_shows_both_mends() -> None:
    [diagnosis] = diagnose(trained().program_fails("TypeError", NOT_SUBSCRIPTABLE, READING).ends().records())

    assert diagnosis.sketch is not None
    ast.parse(diagnosis.sketch)
    assert 'train.report({"loss": loss, "epoch": epoch}, checkpoint=checkpoint)' in diagnosis.sketch
    assert "Rank 0 ended with loss=1.25, epoch=1" in diagnosis.sketch


def test_a_metric_that_is_not_a_number_is_shown_as_such() -> None:
    story = FailingRun(SOURCE).workers(1).reports(0, loss=float("nan"))

    [diagnosis, *advice] = diagnose(story.program_fails("TypeError", NOT_SUBSCRIPTABLE, READING).ends().records())

    assert "rank 0, report 1: loss=nan" in diagnosis.evidence
    assert causes_of(advice) == ["loss_not_finite"]


def test_a_run_without_any_report_says_so() -> None:
    story = FailingRun(SOURCE).workers(2).program_fails("TypeError", NOT_SUBSCRIPTABLE, READING).ends()

    [diagnosis] = diagnose(story.records())

    assert diagnosis.cause == "result_metrics_none"
    assert "No rank called train.report" in diagnosis.what_happened


def test_get_on_none_is_the_same_cause() -> None:
    source = SOURCE.replace("results.metrics['loss']", "results.metrics.get('loss')")
    frame = own_frame(5, source.splitlines()[4], "<module>")
    story = FailingRun(source).workers(1).reports(0, loss=1.0)

    story.program_fails("AttributeError", "'NoneType' object has no attribute 'get'", frame).ends()

    assert causes_of(diagnose(story.records())) == ["result_metrics_none"]


def test_with_a_checkpoint_saved_it_is_something_else() -> None:
    story = trained().saves_checkpoint().program_fails("TypeError", NOT_SUBSCRIPTABLE, READING).ends()

    assert causes_of(diagnose(story.records())) == ["program_raised"]


def test_a_none_that_is_not_a_results_metrics_is_something_else() -> None:
    source = SOURCE.replace("results.metrics['loss']", "settings['loss']")
    story = FailingRun(source).program_fails("TypeError", NOT_SUBSCRIPTABLE, READING).ends()

    assert causes_of(diagnose(story.records())) == ["program_raised"]


def test_a_key_that_is_missing_is_something_else() -> None:
    story = trained().program_fails("KeyError", "'loss'", READING).ends()

    assert "result_metrics_none" not in causes_of(diagnose(story.records()))
