"""A runtime_env asked for packages that could not be installed."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import named_error, own_frame
from allranks.protocol import Diagnosis

_INSTALLS = re.compile(r"_private/runtime_env/(pip|uv|conda)\.py|\b(pip|uv|conda) (?:packages|environment|env)\b")
_SET_UP = "runtime env failed to be created"
"""In the error of Ray Train's controller, where `worker_runtime_env` asked for them."""


class PackagesNotInstalled(Cause):
    """`pip`, `uv` or `conda` in a runtime_env: before it starts the worker, Ray fetches packages from the network."""

    id: ClassVar[str] = "packages_not_installed"
    order: ClassVar[int] = 300

    def find(self, observed: Observed) -> list[Finding]:
        if observed.program_failure is None:
            return []
        seq, failure = observed.program_failure
        about_it = failure.error_type == "RuntimeEnvSetupError" or _SET_UP in failure.message
        installs = _INSTALLS.search(failure.message) if about_it else None
        if installs is None:
            return []
        tool = installs[1] or installs[2]
        frame = own_frame(failure.frames)
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"The packages of a runtime_env with {tool} could not be installed",
            what_happened=(
                f"{tool} in a runtime_env makes Ray install packages before it starts a worker. That cannot be done "
                "here: a sandbox has no network to fetch them from. The worker never started."
            ),
            evidence=[f"driver: {named_error(failure.error_type, _last_line(failure.message))}"],
            where=frame,
            ranks=[],
            mend=(
                f"Take {tool} out of the runtime_env and use what is installed here: ray, torch, numpy, pandas and "
                "pyarrow among others. On a cluster of your own the program may be right as it is."
            ),
            sketch=None,
        )
        return [Finding(diagnosis, frozenset({seq}) | observed.end)]


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""
