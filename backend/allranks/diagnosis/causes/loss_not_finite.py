"""A metric became NaN or infinite."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks
from allranks.diagnosis.series import losses, non_finite, report_line, reports_by_rank
from allranks.protocol import Diagnosis, MetricsReported, NonFinite

_SHOWN = 4


class LossNotFinite(Cause):
    """Ray Train takes NaN as any other number, so the run goes on and trains nothing. The first report
    and the ranks that had it tell where to look."""

    id: ClassVar[str] = "loss_not_finite"
    order: ClassVar[int] = 1000

    def find(self, observed: Observed) -> list[Finding]:
        found = list(non_finite(observed))
        named = losses([report for report, _, _ in found])
        of_losses = [each for each in found if each[1] in named]
        if not of_losses:
            return []
        report, name, value = min(of_losses, key=lambda each: (each[0].index, each[0].rank))
        ranks = sorted({each.rank for each, other, _ in of_losses if other == name and each.index == report.index})
        reporting = reports_by_rank(observed)
        alone = len(ranks) < len(reporting)
        everywhere = "on every rank at once" if not alone and len(ranks) > 1 else f"on {name_ranks(ranks)} first"
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{name} was {_word(value)} from report {report.index + 1} on, {everywhere}",
            what_happened=(
                f"Every report before that one had a finite `{name}`"
                if report.index
                else f"The first report already had no finite `{name}`"
            )
            + (
                ". What is NaN once stays NaN: each step that follows puts it into the weights, and the all-reduce of "
                "the gradients brings it to all ranks. The run does not fail by it."
            ),
            evidence=[_before(reporting[rank], name, report.index) for rank in ranks[:_SHOWN]],
            where=report_line(observed),
            ranks=ranks,
            mend=(
                (
                    "Look at the batch that this rank had in that step, which the others did not: a division by zero, "
                    "an empty batch, a missing value in its rows. "
                    if alone
                    else "Make the learning rate smaller, or clip the gradients. "
                )
                + "`torch.autograd.set_detect_anomaly(True)` names the operation that made it."
            ),
            sketch=(
                "if not torch.isfinite(loss):\n"
                '    raise ValueError(f"the loss is {loss.item()}")\n'
                "loss.backward()\n"
                "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n"
                "optimizer.step()\n"
            ),
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]


def _word(value: NonFinite) -> str:
    return {"nan": "NaN", "inf": "infinite", "-inf": "minus infinite"}[value.nonfinite]


def _before(reports: list[MetricsReported], name: str, index: int) -> str:
    values = [
        f"{value.nonfinite if isinstance(value, NonFinite) else value:.6g}"
        if isinstance(value, float)
        else str(value.nonfinite if isinstance(value, NonFinite) else value)
        for report in reports
        if index - _SHOWN < report.index <= index
        for value in [report.metrics.get(name)]
    ]
    return f"rank {reports[0].rank}, up to report {index + 1}: {', '.join(values)}"
