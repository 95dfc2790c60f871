"""The loss is no lower at the end than it was at the start."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.series import losses, non_finite, numbers, report_line, reports_by_rank
from allranks.protocol import Diagnosis, StepsObserved

_FEWEST = 6
_NOTHING = 1e-4
"""A loss that is this small has fallen already."""
_RULES = ("RTL154", "RTL148", "RTL155", "RTL147", "RTL159")


class LossDoesNotFall(Cause):
    """All ranks agree and training goes nowhere: no step was made, the steps change nothing, or the numbers of the loop
    (learning rate, gradients that are never cleared, targets) do not fit. Never more than advice."""

    id: ClassVar[str] = "loss_does_not_fall"
    order: ClassVar[int] = 1050

    def find(self, observed: Observed) -> list[Finding]:
        ranks = reports_by_rank(observed)
        steps = [event for event in observed.steps if event.attempt == observed.attempt]
        if 0 not in ranks or not steps or not observed.completed or next(non_finite(observed), None) is not None:
            return []
        trained = sum(event.losses for event in steps)
        names = [name for name in losses(ranks[0]) if "val" not in name and "test" not in name]
        if not trained or not names:
            return []
        values = numbers(ranks[0], names[0])
        quarter = max(1, len(values) // 4)
        if len(values) < _FEWEST:
            return []
        first, last = sum(values[:quarter]) / quarter, sum(values[-quarter:]) / quarter
        if not _agree(steps) or last < first or not first > _NOTHING:
            return []
        linted = said_before(observed, _RULES)
        why, mend, sketch = _why(steps)
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{names[0]} did not fall: {first:.4g} at first, {last:.4g} at last",
            what_happened=f"Over {len(values)} reports of rank 0 it is no lower, and the ranks agree. {why}",
            evidence=[
                f"rank 0: {_row(values[:4])} … {_row(values[-3:])}",
                f"optimizer steps: {sum(event.steps for event in steps if event.rank == 0)} on rank 0",
                *([quoted(linted)] if linted else []),
            ],
            where=observed.program.frame(linted.line) if linted else report_line(observed),
            ranks=[],
            mend=mend,
            sketch=sketch,
            page=linted.page if linted else page_of("RTL154") if not any(event.steps for event in steps) else None,
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]


def _row(values: list[float]) -> str:
    return ", ".join(f"{value:.4g}" for value in values)


def _agree(steps: list[StepsObserved]) -> bool:
    alike: dict[int, set[str]] = {}
    for event in steps:
        alike.setdefault(event.index, set()).add(event.parameters_hash)
    return all(len(hashes) == 1 for hashes in alike.values())


def _why(steps: list[StepsObserved]) -> tuple[str, str, str]:
    """Why, what to do, and how."""
    of_zero = [event for event in steps if event.rank == 0]
    hashes = {event.parameters_hash for event in of_zero if event.parameters_hash}
    if not any(event.steps for event in of_zero):
        return (
            "Gradients were computed, and no optimizer step was made.",
            "Call `optimizer.step()` after `loss.backward()`.",
            _STEP,
        )
    if len(hashes) == 1 and len(of_zero) > 1:
        return (
            "Optimizer steps were made, and the weights of the model did not change by them.",
            "Make the optimizer of the parameters of the model that is trained (after `prepare_model`), with a "
            "learning rate above 0.",
            "model = prepare_model(model)\noptimizer = torch.optim.SGD(model.parameters(), lr=0.01)\n",
        )
    return (
        "Steps are made and change the weights, so it is a matter of the numbers.",
        "Try a learning rate ten times smaller and ten times larger, clear the gradients before each backward, and "
        "let it learn one single batch by heart: a loop that is right can do that.",
        _STEP,
    )


_STEP = "optimizer.zero_grad()\nloss.backward()\noptimizer.step()\n"
