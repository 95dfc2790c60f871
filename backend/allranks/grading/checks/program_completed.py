"""The learner's program ran to its end."""

from __future__ import annotations

from typing import ClassVar

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Basis, Sight


class ProgramCompleted(Check):
    """Passes when the program ended by itself and without an exception.

    It judges how the program ended. One that was stopped, by whatever, never ended, and there is nothing to judge.
    """

    basis: ClassVar[Basis] = "observed"

    def lines(self, observed: Observed) -> list[tuple[int, str]]:
        failures = (observed.worker_failed, observed.program_failed)
        return [
            (frame.line, f"{failure.error_type} was raised here")
            for failure in failures
            if failure is not None
            for frame in [next((frame for frame in failure.frames if frame.own), None)]
            if frame is not None
        ]

    def judge(self, observed: Observed) -> Judgement:
        failed = observed.worker_failed
        return self._judge(observed).seen_in(Sight(panel="failures", rank=failed.rank if failed else None))

    def _judge(self, observed: Observed) -> Judgement:
        finished, failure = observed.finished, observed.program_failed
        if finished is None:
            return Judgement("not_judged", "Not judged, because the run is not over.", [])
        match finished.end:
            case "completed":
                return Judgement("passed", "The program ran to its end.", [f"exit status {finished.exit_code}"])
            case "program_failed" | "impossible_request" | "harness_lost" | "out_of_memory" | "too_many_processes":
                if failure is None:
                    return Judgement("failed", finished.sentence, [f"exit status {finished.exit_code}"])
                own = next((frame for frame in failure.frames if frame.own), None)
                where = f" at line {own.line}" if own else ""
                message = failure.message.strip().splitlines()
                return Judgement(
                    "failed",
                    f"The program ended with {failure.error_type}{where}.",
                    [f"{failure.error_type}: {message[0][:200]}"] if message else [failure.error_type],
                )
            case _:
                return Judgement("not_judged", f"Not judged: the program had not ended. {finished.sentence}", [])
