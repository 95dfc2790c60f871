"""Another program that this one called came back with a failure."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_STATUS = re.compile(r"returned non-zero exit status (\d+)|died with <Signals\.(\w+)")


class CalledProgramFailed(KnownError):
    """`subprocess.run(..., check=True)` tells the status and not the reason, which the other program wrote."""

    id: ClassVar[str] = "called_program_failed"
    order: ClassVar[int] = 475

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _STATUS.search(error.message)
        where = error.where
        if error.error_type != "CalledProcessError" or found is None or where is None:
            return None
        end = f"status {found[1]}" if found[1] else found[2]
        return Known(
            title=f"The program that line {where.line} calls ended with {end}",
            what_happened="That is another process. Why it failed, it has written to its own error output.",
            mend=(
                "Read its last lines in the log of this rank; a call with `capture_output=True` keeps them for itself, "
                "and has to print them."
            ),
            sketch=(
                "done = subprocess.run(command, capture_output=True, text=True)\nprint(done.returncode, done.stderr)\n"
            ),
        )
