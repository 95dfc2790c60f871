"""(checks, records) -> verdict."""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Sequence
from functools import cache

from pydantic import ValidationError

from ..protocol import BadExercise, Basis, CheckResult, CheckSpec, Exercise, Record, Repeat, SourceLine, Verdict
from . import checks as checks_package
from . import explanation
from .check import Check, Judgement
from .observed import Observed
from .pointing import lines_of

logger = logging.getLogger(__name__)
PARTS = {"rerun": "rerun.py", "repeat": "[repeat]"}
"""What a check may need of its exercise, and where an author writes it."""


def grade(exercise_id: str, checks: Sequence[CheckSpec], records: Sequence[Record], told: str = "") -> Verdict:
    """Apply every check to the records of a finished run. `told` is said, with its numbers, after a pass.

    A check that raises is our mistake and no verdict about the program: it is logged and comes out as not judged.
    """
    observed = Observed(records)
    results = [_result(spec, observed) for spec in checks]
    passed = bool(results) and all(result.outcome == "passed" for result in results)
    return Verdict(
        exercise_id=exercise_id,
        passed=passed,
        checks=results,
        explanation=_explained(told, observed) if passed else "",
    )


def accept(exercise: Exercise) -> None:
    """Raise `BadExercise` when a check's kind does not exist or its parameters do not fit it, when it needs something
    that the exercise does not have, or the explanation names a fact that there is not."""
    explanation.accept(exercise)
    for spec in exercise.checks:
        needs = _build(spec).needs
        if needs and getattr(exercise, needs) is None:
            what = PARTS[needs]
            raise BadExercise(f"the check {spec.id!r} without {what}", "what that kind asks", f"write {what}")
    if exercise.repeat is not None:
        _accept_repeat(exercise, exercise.repeat)


def _accept_repeat(exercise: Exercise, repeat: Repeat) -> None:
    known = {check.id for check in exercise.checks if kinds()[check.kind].needs != "repeat"}
    unknown = [check_id for check_id in repeat.checks if check_id not in known]
    if unknown:
        raise BadExercise(f"[repeat]: checks: {unknown[0]!r}", f"one of {', '.join(sorted(known))}", "mend `checks`")


@cache
def kinds() -> dict[str, type[Check]]:
    """Every kind by name, found by listing `checks/`."""
    found: dict[str, type[Check]] = {}
    for module in pkgutil.iter_modules(checks_package.__path__):
        namespace = vars(importlib.import_module(f"{checks_package.__name__}.{module.name}"))
        (found[module.name],) = (
            value
            for value in namespace.values()
            if isinstance(value, type) and issubclass(value, Check) and value.__module__.endswith(f".{module.name}")
        )
    return found


def _build(spec: CheckSpec) -> Check:
    if spec.kind not in kinds():
        raise BadExercise(f"the check {spec.id!r}: kind: {spec.kind!r}", f"one of {', '.join(kinds())}", "mend `kind`")
    try:
        return kinds()[spec.kind].model_validate(spec.parameters)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        raise BadExercise(
            f"the check {spec.id!r}: {key}: {'nothing' if first['type'] == 'missing' else repr(first['input'])[:120]}",
            f"parameters that the kind {spec.kind!r} takes ({first['msg'][0].lower()}{first['msg'][1:]})",
            f"mend `{key}`",
        ) from error


def _result(spec: CheckSpec, observed: Observed) -> CheckResult:
    basis: Basis = "reported"
    lines: list[SourceLine] = []
    try:
        check = _build(spec)
        basis = check.basis
        judgement = check.judge(observed)
        lines = _pointed(check, judgement, observed)
    except Exception:  # a mistake in one check must not cost the learner the others
        logger.exception("the check %s (%s) failed", spec.id, spec.kind)
        judgement = Judgement("not_judged", "Not judged, because the check itself failed. That is our mistake.", [])
    return CheckResult(
        check_id=spec.id,
        title=spec.title,
        outcome=judgement.outcome,
        basis=basis,
        sentence=judgement.sentence,
        evidence=judgement.evidence,
        lines=lines,
        sights=list(judgement.sights) if judgement.outcome == "failed" else [],
    )


def _pointed(check: Check, judgement: Judgement, observed: Observed) -> list[SourceLine]:
    try:
        return lines_of(check, judgement, observed)
    except Exception:  # nor does a place in the file matter more than the judgement
        logger.exception("no line could be named for a check of the kind %s", type(check).__name__)
        return []


def _explained(told: str, observed: Observed) -> str:
    try:
        return explanation.explain(told, observed)
    except Exception:  # nor may a mistake here cost them the verdict
        logger.exception("the explanation failed")
        return ""
