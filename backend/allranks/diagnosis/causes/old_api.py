"""The program uses something of an API that Ray Train V2 does not have any more."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.linted import said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.old_names import old_thing
from allranks.diagnosis.raised import Raised

_RULES = (
    *("RTL401", "RTL402", "RTL403", "RTL404", "RTL405", "RTL407", "RTL408", "RTL409", "RTL410", "RTL411"),
    *("RTL412", "RTL413", "RTL414", "RTL415", "RTL111", "RTL112"),
)
_TYPES = {
    *("DeprecationWarning", "RayDeprecationWarning", "ImportError", "ModuleNotFoundError", "AttributeError"),
    *("TypeError", "ValueError", "SessionMisuseError", "TuneError"),
}


class OldApi(KnownError):
    """Names and arguments of Ray AIR, Ray Tune and Train V1. What to use instead, the linter's tables know; they are
    asked by what the error says, so that a call in whatever form is understood."""

    id: ClassVar[str] = "old_api"
    order: ClassVar[int] = 440

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or error.error_type not in _TYPES:
            return None
        old = old_thing(error.error_type, error.message)
        linted = said_before(observed, _RULES, where.line)
        if old is None and (linted is None or not _is_of_ray(error)):
            return None
        what = old.name if old else "what this line uses"
        instead = old.instead if old and old.instead else linted.todo if linted else ""
        return Known(
            title=f"Line {where.line} uses {what}, which Ray Train V2 does not have"
            if old
            else f"Line {where.line} uses an API of Ray Train that is gone",
            what_happened=(
                f"{what[:1].upper() + what[1:]} is from an API before Ray Train V2: older examples, books and Ray Tune "
                "have it. Ray raises its deprecations, so that they end the run."
            ),
            mend=instead or "Use the class or function of `ray.train` that took its place.",
            sketch=f"{old.now}\n" if old and old.now else None,
            rules=(linted.code,) if linted else (old.rule,) if old else (),
        )


def _is_of_ray(error: Raised) -> bool:
    return error.error_type == "DeprecationWarning" or error.passes("ray/") or "ray" in error.message
