"""A restart began from nothing, although there was a checkpoint."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.series import report_line
from allranks.protocol import Diagnosis, MetricsReported

_COUNTERS = re.compile(r"(^|[/_])(epoch|step|iteration|iter|global_step|batch)s?($|[/_])", re.IGNORECASE)
_NEVER = ("RTL212", "RTL305")
_PARTLY = ("RTL307", "RTL306", "RTL305", "RTL212")


class RestartedAtZero(Cause):
    """After a failure Ray starts the group again and hands it the latest checkpoint; the loop has to ask for it, and to
    go on from what is in it."""

    id: ClassVar[str] = "restarted_at_zero"
    order: ClassVar[int] = 820

    def find(self, observed: Observed) -> list[Finding]:
        first = _first_reports(observed)
        attempts = sorted(first)
        for attempt in attempts[1:]:
            before = [saved for saved in observed.saved if saved.attempt < attempt]
            if not before:
                continue
            loaded = [event for event in observed.loaded if event.attempt == attempt and event.name]
            counter = _same_counter(first[attempts[0]], first[attempt])
            begun = [event for event in observed.steps if event.attempt == attempt]
            if loaded and counter is None:
                continue
            if not loaded and counter is None and not begun:
                continue
            if not loaded or counter is not None:
                diagnosis = self._diagnosis(observed, attempt, before[-1].name, bool(loaded), counter, first[attempt])
                return [Finding(diagnosis, frozenset())]
        return []

    def _diagnosis(
        self, observed: Observed, attempt: int, name: str, loaded: bool, counter: str | None, report: MetricsReported
    ) -> Diagnosis:
        rules = _PARTLY if loaded else _NEVER
        linted = said_before(observed, rules)
        asked = any(event.attempt == attempt for event in observed.loaded)
        if loaded:
            why = (
                f"The loop loaded a checkpoint and still counted from the beginning: `{counter}` was not taken from it."
            )
        elif asked:
            why = "The loop asked for a checkpoint and was given none: `name` and `storage_path` may have changed."
        else:
            why = "The loop never called `get_checkpoint()`, so it began with new weights and lost what it had learned."
        return Diagnosis(
            cause=self.id,
            title=f"Attempt {attempt} began again from the start, although there was a checkpoint",
            what_happened=f"`{name}` had been saved before the failure. {why}",
            evidence=[
                f"saved before attempt {attempt}: {name}",
                f"attempt {attempt} asked for a checkpoint: {'yes' if asked else 'no'}",
                *(
                    [f"first report of attempt {attempt}: {counter}={report.metrics[counter]}, as in the first attempt"]
                    if counter
                    else []
                ),
                *([quoted(linted)] if linted else []),
            ],
            where=observed.program.frame(linted.line) if linted else report_line(observed),
            ranks=[],
            mend=(
                "Ask for the checkpoint at the start of the loop, load model and optimizer from it, and begin at the "
                "epoch after the one that is in it."
            ),
            sketch=(
                "start = 0\n"
                "checkpoint = train.get_checkpoint()\n"
                "if checkpoint:\n"
                "    with checkpoint.as_directory() as folder:\n"
                '        state = torch.load(os.path.join(folder, "state.pt"))\n'
                '    model.load_state_dict(state["model"])\n'
                '    optimizer.load_state_dict(state["optimizer"])\n'
                '    start = state["epoch"] + 1\n'
                'for epoch in range(start, config["epochs"]):\n'
                "    ...\n"
                "    with tempfile.TemporaryDirectory() as folder:\n"
                '        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}\n'
                '        torch.save(state, os.path.join(folder, "state.pt"))\n'
                "        train.report(metrics, checkpoint=train.Checkpoint.from_directory(folder))\n"
            ),
            page=linted.page if linted else page_of("RTL305" if not loaded else "RTL307"),
            advice=True,
        )


def _first_reports(observed: Observed) -> dict[int, MetricsReported]:
    """The first report of each attempt that made one, of the lowest rank that made it."""
    found: dict[int, MetricsReported] = {}
    for report in observed.reports:
        if report.index == 0 and (report.attempt not in found or report.rank < found[report.attempt].rank):
            found[report.attempt] = report
    return found


def _same_counter(first: MetricsReported, again: MetricsReported) -> str | None:
    """A metric that counts epochs or steps, and has the value that it had at the very beginning; None where another
    such metric has gone on. A step within an epoch begins at 0 each time."""
    counters = [
        name
        for name, value in again.metrics.items()
        if _COUNTERS.search(name) and isinstance(value, int) and isinstance(first.metrics.get(name), int)
    ]
    same = [name for name in counters if first.metrics[name] == again.metrics[name]]
    return same[0] if same and same == counters else None
