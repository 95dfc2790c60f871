"""The ranks train models that are not the same any more."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.series import report_line
from allranks.protocol import Diagnosis, Frame, StepsObserved

_DDP = "DistributedDataParallel"
_NEVER_WRAPPED = ("RTL101", "RTL153")
_PAST_THE_WRAPPER = ("RTL149", "RTL150")
_ON_SOME_RANKS = "RTL119"
_SHOWN = 8
_BYTES = 2
"""Of a parameter's gradient, at least: half precision."""
_UNKNOWN = 32
"""Parameters of a model that was not prepared, at least."""


class RanksPart(Cause):
    """In data parallel training all ranks have the same weights after each step. Hashes that differ at the same report
    say that they have not, and the all-reduces that were seen say why."""

    id: ClassVar[str] = "ranks_part"
    order: ClassVar[int] = 1010

    def find(self, observed: Observed) -> list[Finding]:
        steps = [event for event in observed.steps if event.attempt == observed.attempt]
        at_report: dict[int, dict[int, StepsObserved]] = {}
        for event in steps:
            if event.parameters_hash:
                at_report.setdefault(event.index, {})[event.rank] = event
        parted = next(
            (
                events
                for _, events in sorted(at_report.items())
                if len({event.parameters_hash for event in events.values()}) > 1
            ),
            None,
        )
        wrappers = {event.wrapper for event in observed.prepared if event.attempt == observed.attempt}
        if parted is None or not any(event.steps for event in steps) or wrappers - {_DDP}:
            return []  # a wrapper that divides the model among the ranks gives each a part of its own
        if len({event.steps for event in parted.values()}) > 1 and any(event.all_reduces for event in steps):
            return []  # they are at different steps: another thing is wrong, and the hashes say nothing
        reduced = _gradients_were_reduced(steps, observed)
        rules = (_ON_SOME_RANKS,) if reduced else _PAST_THE_WRAPPER if wrappers else _NEVER_WRAPPED
        linted = said_before(observed, rules)
        index = next(iter(parted.values())).index
        diagnosis = Diagnosis(
            cause=self.id,
            title=_title(bool(wrappers), reduced),
            what_happened=(
                f"At report {index + 1} the ranks had different weights. " + _reason(bool(wrappers), reduced)
            ),
            evidence=[
                *(
                    f"rank {event.rank}, report {index + 1}: weights {event.parameters_hash}, {event.steps} optimizer "
                    f"steps and {event.all_reduces} all-reduces since the report before"
                    for event in list(parted.values())[:_SHOWN]
                ),
                *([quoted(linted)] if linted else []),
            ],
            where=_where(observed, rules),
            ranks=sorted(parted),
            mend=linted.todo if reduced and linted is not None and linted.todo else _mend(bool(wrappers), reduced),
            sketch=None if reduced else "model = ray.train.torch.prepare_model(model)\n",
            page=linted.page if linted else None if reduced else page_of(rules[0]),
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]


def _gradients_were_reduced(steps: list[StepsObserved], observed: Observed) -> bool:
    """Enough bytes for the gradients went through all-reduces. A few are those of a metric."""
    count = sum(event.steps for event in steps)
    reduced = sum(event.all_reduce_bytes for event in steps)
    parameters = max((event.parameters for event in observed.prepared), default=_UNKNOWN)
    return count > 0 and reduced / count >= _BYTES * parameters


def _where(observed: Observed, rules: tuple[str, ...]) -> Frame | None:
    linted = said_before(observed, rules)
    if linted is not None:
        return observed.program.frame(linted.line)
    return observed.program.only_call("backward") or report_line(observed)


def _title(wrapped: bool, reduced: bool) -> str:
    if reduced:
        return "The ranks average gradients, and their models are different all the same"
    if wrapped:
        return "Each rank trains a model of its own, although it was wrapped"
    return "Each rank trains a model of its own: none was wrapped"


def _reason(wrapped: bool, reduced: bool) -> str:
    if reduced:
        return (
            "Gradients were brought together, so something else moves the weights apart: different weights at the "
            "start, a change made on one rank only, or an optimizer with a state of its own on each."
        )
    if wrapped:
        return (
            "The model was wrapped, and no gradient was averaged: the forward pass goes past the wrapper (`model."
            "module(...)`, or the model as it was before), or all of it runs under `no_sync()`."
        )
    return (
        "No model was wrapped and no gradient was averaged, so each rank learns from its own part of the data alone. "
        "The result is that of rank 0, and the others' work is lost."
    )


def _mend(wrapped: bool, reduced: bool) -> str:
    if reduced:
        return (
            "Begin from the same weights everywhere (`prepare_model` sends those of rank 0), reduce the gradients of "
            "all parameters before each step, and do nothing to the model on one rank only."
        )
    if wrapped:
        return "Call what `prepare_model` gave back, and use `no_sync()` for all but the last of a group of batches."
    return "Wrap the model by `prepare_model` before the optimizer is made, and train with what it gives back."
