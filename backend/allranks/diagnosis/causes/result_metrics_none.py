"""`result.metrics` is None, because no checkpoint was reported."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.fit_results import reads_result_metrics
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks, own_frame
from allranks.protocol import Diagnosis, MetricsReported, NonFinite, ProgramFailed

_SHOWN_RANKS = 8
_SHOWN_METRICS = 6


class ResultMetricsNone(Cause):
    """In Train V2 a result's metrics are those of the latest checkpoint. Older examples, and many books, read the last
    report there."""

    id: ClassVar[str] = "result_metrics_none"
    order: ClassVar[int] = 200

    def find(self, observed: Observed) -> list[Finding]:
        if observed.program_failure is None or observed.checkpoints:
            return []
        seq, failure = observed.program_failure
        frame = own_frame(failure.frames)
        if frame is None or not _used_none(failure) or not reads_result_metrics(observed.source, frame.line):
            return []
        reports = [observed.last_reports[rank] for rank in sorted(observed.last_reports)]
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"result.metrics is None at line {frame.line}: no checkpoint was reported",
            what_happened=(
                "In Ray Train V2, what fit() returns carries the metrics of the latest checkpoint, not of the last "
                f"train.report. This run saved no checkpoint, so its metrics are None, and line {frame.line} takes a "
                "value from them. " + _what_was_reported(reports)
            ),
            evidence=[
                "checkpoints saved: 0",
                *(
                    f"rank {report.rank}, report {report.index + 1}: {_values(report)}"
                    for report in reports[:_SHOWN_RANKS]
                ),
            ],
            where=frame,
            ranks=[],
            mend=(
                "Report a checkpoint together with the metrics, and result.metrics holds what was reported with it. "
                "Or take the value from what was reported: this page has recorded every rank's last report."
            ),
            sketch=_sketch(reports),
        )
        return [Finding(diagnosis, frozenset({seq}) | observed.end)]


def _used_none(failure: ProgramFailed) -> bool:
    if failure.error_type == "TypeError":
        return "NoneType" in failure.message
    return failure.error_type == "AttributeError" and "'NoneType' object has no attribute" in failure.message


def _what_was_reported(reports: list[MetricsReported]) -> str:
    if not reports:
        return "No rank called train.report at all."
    ranks = name_ranks(report.rank for report in reports)
    return f"The training was not lost: {ranks} reported, and the last values are below."


def _values(report: MetricsReported) -> str:
    shown = list(report.metrics.items())[:_SHOWN_METRICS]
    return ", ".join(f"{name}={_number(value)}" for name, value in shown) or "no metrics"


def _number(value: object) -> str:
    if isinstance(value, NonFinite):
        return value.nonfinite
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _sketch(reports: list[MetricsReported]) -> str:
    names = list(reports[0].metrics)[:3] if reports else []
    metrics = "{" + ", ".join(f'"{name}": {name}' for name in names if name.isidentifier()) + "}"
    if metrics == "{}":
        metrics = '{"loss": loss}'
    last = f"# Rank {reports[0].rank} ended with {_values(reports[0])}.\n" if reports else ""
    return (
        "# In the loop: rank 0 saves, every rank reports.\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    checkpoint = None\n"
        "    if train.get_context().get_world_rank() == 0:\n"
        '        torch.save(model.state_dict(), os.path.join(folder, "model.pt"))\n'
        "        checkpoint = train.Checkpoint.from_directory(folder)\n"
        f"    train.report({metrics}, checkpoint=checkpoint)\n"
        "\n"
        "# Or after the loop, without a checkpoint: do not read result.metrics.\n"
        f"{last}result = trainer.fit()\n"
    )
