"""The loop has a default for its configuration, so Ray Train does not pass it."""

from __future__ import annotations

import ast
import re
from typing import ClassVar

from allranks.diagnosis.cause import Finding
from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.linted import quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised
from allranks.protocol import Diagnosis

_RULE = "RTL211"
_NONE = re.compile(
    r"'NoneType' object (?:is not subscriptable|has no attribute '(?:get|items|pop|keys|setdefault|copy|lr|\w+)')"
)


class ConfigIgnored(KnownError):
    """Only a loop that needs one argument gets `train_loop_config`. Here it went on with the default, and failed."""

    id: ClassVar[str] = "config_ignored"
    order: ClassVar[int] = 426

    def find(self, observed: Observed) -> list[Finding]:
        found = super().find(observed)
        linted = said_before(observed, (_RULE,))
        if found or linted is None or not observed.world_size or not observed.program.given("train_loop_config"):
            return found
        diagnosis = Diagnosis(
            cause=self.id,
            title="train_loop_config was not passed: the loop went on with its default",
            what_happened=(
                "Ray Train passes the configuration to a loop that needs exactly one argument. The parameter of this "
                "one has a default, so it was called without, and nothing of the configuration had any effect."
            ),
            evidence=[quoted(linted)],
            where=observed.program.frame(linted.line),
            ranks=[],
            mend="Take the default of the loop's parameter away.",
            sketch="def train_loop(config):\n    ...\n",
            page=linted.page,
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        where = error.where
        if error.rank is None or where is None or _NONE.search(error.message) is None or error.frames[0] != where:
            return None
        program = observed.program
        if program.function(where.line) not in program.loops() or not program.given("train_loop_config"):
            return None
        parameters = program.parameters(where.line)
        if len(parameters) != 1 or program.defaults(where.line) != 1:
            return None
        name = parameters[0].arg
        if not any(isinstance(node, ast.Name) and node.id == name for node in program.names(where.line)):
            return None
        return Known(
            title=f"train_loop_config was not passed: the loop has a default for {name}",
            what_happened=(
                f"Ray Train passes the configuration to a loop that needs exactly one argument. "
                f"`{name}` has a default, "
                f"so the loop needs none, was called without, and `{name}` is None."
            ),
            mend=f"Take the default away: `def {where.function}({name}):`.",
            sketch=f"def {where.function}({name}):\n    ...\n",
            rules=(_RULE,),
        )
