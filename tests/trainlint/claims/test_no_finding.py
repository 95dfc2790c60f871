"""The claim `no_finding`."""

from __future__ import annotations

from claiming import PROGRAM, holds
from trainlint.claim import read_claim

REPORTS_ALONE = PROGRAM.replace(
    "    train.report(", "    if train.get_context().get_world_rank() == 0:\n        train.report("
)


def test_it_holds_where_the_rule_is_silent() -> None:
    assert holds(PROGRAM, kind="no_finding", code="RTL102") is True
    assert holds(REPORTS_ALONE, kind="no_finding", code="RTL102") is False


def test_a_comment_does_not_help() -> None:
    ignored = REPORTS_ALONE.replace("train.report({", "train.report({  # trainlint: ignore[RTL102] because\n")
    assert holds(ignored, kind="no_finding", code="RTL102") is False


def test_a_file_without_ray_has_nothing_to_be_found() -> None:
    assert holds("x = 1\n", kind="no_finding", code="RTL102") is True


def test_it_names_the_rule() -> None:
    claim = read_claim({"kind": "no_finding", "code": "RTL102"})
    assert (claim.says, claim.denies) == ("the rule RTL102 finds nothing", "the rule RTL102 finds something")
