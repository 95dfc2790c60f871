"""A metric was a list, a dictionary, a method: nothing of it can be drawn."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks
from allranks.diagnosis.series import report_line
from allranks.protocol import Diagnosis, MetricsReported

_RULES = {"callable": "RTL117", "dict": "RTL109", "several": "RTL109", "other": "RTL109"}
_CALLABLE = ("function", "method", "builtin_function_or_method", "method-wrapper", "partial", "type")
_SEVERAL = ("list", "tuple", "set", "frozenset", "deque", "ndarray", "range", "Series")
_SHOWN_CALLABLE = re.compile(r"<(?:(?:built-in |bound )?method ([\w.]+) of|(?:built-in )?function ([\w.]+))")
_SHOWN = 6


class MetricsNotNumbers(Cause):
    """Ray Train takes any object that can be sent. It has no curve, and no checkpoint can be scored by it."""

    id: ClassVar[str] = "metrics_not_numbers"
    order: ClassVar[int] = 1045

    def find(self, observed: Observed) -> list[Finding]:
        first: dict[str, MetricsReported] = {}
        ranks: dict[str, set[int]] = {}
        for report in observed.reports:
            for name in report.other_types:
                first.setdefault(name, report)
                ranks.setdefault(name, set()).add(report.rank)
        kinds: dict[str, list[str]] = {}
        for name, report in first.items():
            kinds.setdefault(_kind(report.other_types[name]), []).append(name)
        return [Finding(self._said(observed, kind, names, first, ranks), frozenset()) for kind, names in kinds.items()]

    @staticmethod
    def _said(
        observed: Observed, kind: str, names: list[str], first: dict[str, MetricsReported], ranks: dict[str, set[int]]
    ) -> Diagnosis:
        rule = _RULES[kind]
        linted = said_before(observed, (rule,))
        where = report_line(observed, (rule,))
        at = f" at line {where.line}" if where else ""
        name = names[0]
        came = first[name].other_types[name]
        what, mend, value = _MENDS[kind]
        value = _called(first[name].metrics.get(name)) if kind == "callable" else value
        return Diagnosis(
            cause=MetricsNotNumbers.id,
            title=f"The metric {name}{at} is {what.format(came=came)}, and no number",
            what_happened=(
                "Ray Train passes on whatever can be sent, so nothing failed. A curve, the score of a checkpoint and "
                "`metrics_dataframe` need one number under each name."
                + (" The page has taken its parts out and draws them; Ray does not." if kind == "dict" else "")
            ),
            evidence=[
                *(
                    f"{each}: {first[each].other_types[each]}, from {name_ranks(ranks[each])}{_text(first[each], each)}"
                    for each in names[:_SHOWN]
                ),
                *([quoted(linted)] if linted else []),
            ],
            where=where,
            ranks=sorted(set().union(*(ranks[each] for each in names))),
            mend=mend,
            sketch=f"train.report({{{value.replace('NAME', name)}}})\n" if name.isidentifier() else None,
            page=linted.page if linted else page_of(rule),
            advice=True,
        )


def _kind(type_name: str) -> str:
    if type_name in _CALLABLE:
        return "callable"
    if type_name in _SEVERAL:
        return "several"
    return "dict" if type_name.lower().endswith("dict") or type_name == "Counter" else "other"


def _called(text: object) -> str:
    """The call that was meant, by what Python shows of the method or the function."""
    found = _SHOWN_CALLABLE.match(text) if isinstance(text, str) else None
    if found and found[2]:
        return f'"NAME": {found[2].rpartition(".")[2]}(...)'
    return f'"NAME": NAME.{found[1].rpartition(".")[2] if found else "item"}()'


def _text(report: MetricsReported, name: str) -> str:
    value = report.metrics.get(name)
    return f": {value[:80]}" if isinstance(value, str) else ""


_MENDS = {
    "callable": (
        "a method or a function that was not called",
        "Call it: with the brackets behind it stands what it returns.",
        "",
    ),
    "several": (
        "a {came}",
        "Report one number of it: its mean, its last value, or each part under a name of its own.",
        '"NAME": sum(NAME) / len(NAME)',
    ),
    "dict": (
        "a dictionary",
        "Report each number under a name of its own.",
        'f"NAME_{part}": value for part, value in NAME.items()',
    ),
    "other": (
        "of the type {came}",
        "Report the number in it: `float(...)`, or an attribute of it.",
        '"NAME": float(NAME)',
    ),
}
"""What it is, what to do, and what to report; `NAME` is the metric's."""
