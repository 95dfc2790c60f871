from __future__ import annotations

import re

import pytest

from trainlint.cluster import Cluster
from trainlint.docs import page_of
from trainlint.engine import checks, lint, rules
from trainlint.fixing import apply_fixes
from trainlint.ignore_checks import IgnoreWithoutReason, UnknownIgnore, UnusedIgnore
from trainlint.rule import Check, Rule
from trainlint.syntax import InvalidSyntax

OF_COMMENTS: list[type[Check]] = [IgnoreWithoutReason, UnusedIgnore, UnknownIgnore]
SECTIONS = ["What it does", "Why is this bad?", "Example", "Use instead", "Since which Ray"]


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.code)
def test_the_example_of_a_rule_is_found_and_its_mend_is_clean(rule: Rule) -> None:
    page = page_of(type(rule))
    assert page.bad
    assert page.good
    for program in page.bad:
        assert {diagnostic.code for diagnostic in lint(program, cluster=rule.example_cluster)} == {rule.code}
    for program in page.good:
        assert lint(program, cluster=rule.example_cluster) == []


@pytest.mark.parametrize("rule", [rule for rule in rules() if rule.needs_of_cluster], ids=lambda rule: rule.code)
def test_a_rule_that_needs_to_be_told_of_the_cluster_is_silent_otherwise(rule: Rule) -> None:
    for program in page_of(type(rule)).bad:
        assert lint(program) == []
        assert lint(program, cluster=Cluster({"CPU": 16.0})) == []


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.code)
def test_a_fix_takes_the_finding_away_and_the_program_still_parses(rule: Rule) -> None:
    for program in page_of(type(rule)).bad:
        linted = lint(program, using=[rule], cluster=rule.example_cluster)
        found = [diagnostic for diagnostic in linted if diagnostic.code == rule.code]
        assert all((diagnostic.fix is not None) == rule.fixable for diagnostic in found)
        mended, made = apply_fixes(program, found)
        assert bool(made) == rule.fixable
        if made:
            assert lint(mended) == []


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.code)
def test_a_rule_says_what_people_see_of_it(rule: Rule) -> None:
    assert rule.symptoms
    assert all(symptom.endswith(".") for symptom in rule.symptoms)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.code)
def test_the_page_of_a_rule_has_every_section(rule: Rule) -> None:
    assert list(page_of(type(rule)).sections) == SECTIONS


def test_codes_and_names_are_unique_and_well_formed() -> None:
    assert len({check.code for check in checks()}) == len({check.name for check in checks()}) == len(checks())
    for check in checks():
        assert re.fullmatch(r"RTL\d{3}", check.code)
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", check.name)


def test_a_rule_stands_in_the_file_that_its_code_and_name_say() -> None:
    for rule in rules():
        file = type(rule).__module__.rsplit(".", 1)[-1]
        assert file == f"{rule.code.lower()}_{rule.name.replace('-', '_')}"


def test_the_example_of_invalid_syntax_does_not_parse() -> None:
    page = page_of(InvalidSyntax)
    assert [diagnostic.code for diagnostic in lint(page.bad[0])] == ["RTL001"]
    assert lint(page.good[0]) == []


@pytest.mark.parametrize("check", OF_COMMENTS, ids=lambda check: check.code)
def test_the_example_of_an_ignore_comment_is_found_and_mended(check: type[Check]) -> None:
    page = page_of(check)
    assert list(page.sections) == SECTIONS
    for program in page.bad:
        found = lint(program)
        assert {diagnostic.code for diagnostic in found} == {check.code}
        assert all((diagnostic.fix is not None) == check.fixable for diagnostic in found)
        assert lint(apply_fixes(program, found)[0]) == ([] if check.fixable else found)
    for program in page.good:
        assert lint(program) == []
