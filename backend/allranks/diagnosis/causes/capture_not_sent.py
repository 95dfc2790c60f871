"""The training loop holds something that cannot be sent to the workers."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_VARIABLE = re.compile(r"FailTuple\((?P<name>[^\s\[]+) \[(?:path=(?P<path>[^,\]]+), )?obj=(?P<object>[^,\]]+)")
_KIND = re.compile(
    r"[Cc](?:annot|an't|ould not) pickle '?(?P<kind>[\w.]+)'?(?: object)?|cannot pickle (?P<other>[^:\n]+)"
)
_SERIALIZE = re.compile(r"Could not serialize|[Cc](?:annot|an't) pickle|non-serializable|not serializable")


class CaptureNotSent(KnownError):
    """Ray sends the loop with all that it uses of the script. Locks, files and connections cannot go."""

    id: ClassVar[str] = "capture_not_sent"
    order: ClassVar[int] = 420

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if _SERIALIZE.search(error.message) is None or error.error_type not in _TYPES:
            return None
        if error.rank is not None or not error.passes("ray/"):
            return None  # what a loop, or the file itself, pickles is its own affair
        variable = _VARIABLE.search(error.text)
        kind = _KIND.search(error.text)
        what = (kind["kind"] or kind["other"] or "").strip() if kind else ""
        name = variable["name"] if variable else ""
        thing = f"`{name}`" if name else "something"
        bound = observed.program.assignment(name)
        evidence = (
            [f"variable: {name}, in {variable['path']}" if variable["path"] else f"variable: {name}"]
            if variable
            else []
        )
        evidence += [f"line {bound.line}: {bound.text}"] if bound else []
        kind_words = f", of the kind {what}" if what else ""
        return Known(
            title=f"The training loop uses {name or 'something'}{kind_words}, which cannot be sent to the workers",
            what_happened=(
                f"Ray copies the loop, and whatever it uses of the file around it, into each worker's process. {thing} "
                "belongs to this process alone: a lock, an open file, a connection or a generator cannot be copied."
            ),
            mend=(
                f"Make {thing} inside the loop, so that each worker has its own; pass on the path or the "
                f"address in `train_loop_config`."
            ),
            sketch=f"def train_loop(config):\n    {bound.text}\n" if bound and name.isidentifier() else None,
            evidence=tuple(evidence),
            rules=("RTL217", "RTL218"),
        )


_TYPES = {"TypeError", "PicklingError", "AttributeError", "ValueError", "NotImplementedError", "RuntimeError"}
