"""A rule finds nothing."""

from __future__ import annotations

from dataclasses import dataclass

from trainlint.claim import BadClaim, Claim
from trainlint.engine import rules
from trainlint.module import Module


@dataclass(frozen=True)
class NoFinding(Claim):
    """The rule `code` finds nothing in the file. A comment that has it ignored does not help.

    Rules that compare the file with a cluster are left out: the answer would be another one elsewhere."""

    code: str

    def __post_init__(self) -> None:
        known = [rule.code for rule in rules() if not rule.needs_cluster]
        if self.code not in known:
            raise BadClaim(f"code = {self.code!r}; expected the code of a rule ({', '.join(known)})")

    def holds(self, module: Module) -> bool | None:
        return not self.lines(module)

    def lines(self, module: Module) -> list[int]:
        if not module.imports_ray:  # then no rule is asked in the page either
            return []
        (rule,) = (rule for rule in rules() if rule.code == self.code)
        return [finding.line for finding in rule.check(module)]

    @property
    def says(self) -> str:
        return f"the rule {self.code} finds nothing"

    @property
    def denies(self) -> str:
        return f"the rule {self.code} finds something"
