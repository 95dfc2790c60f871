"""Claims read and answered."""

from __future__ import annotations

import pytest

from trainlint.claim import BadClaim, answers, kinds, read_claim

REPORTS = {"kind": "calls", "name": "ray.train.report"}


def test_every_kind_is_found_by_listing_its_folder() -> None:
    assert set(kinds()) >= {"argument", "calls", "config", "no_finding", "scaling"}


@pytest.mark.parametrize(
    ("values", "came"),
    [
        ({}, "None"),
        ({"kind": "magic"}, "'magic'"),
        ({"kind": "calls"}, "without 'name'"),
        ({"kind": "calls", "name": 3}, "name = 3"),
        ({"kind": "calls", "name": "a", "at_least": True}, "at_least = True"),
        ({"kind": "calls", "name": "a", "at_least": 2, "at_most": 1}, "at_least = 2"),
        ({"kind": "calls", "name": "a", "within": "here"}, "'here'"),
        ({"kind": "calls", "name": "a", "colour": "red"}, "'colour'"),
        ({"kind": "scaling"}, "scaling"),
        ({"kind": "scaling", "workers": 2, "at_least": 2}, "scaling"),
        ({"kind": "config", "of": "TuneConfig", "name": "a"}, "'TuneConfig'"),
        ({"kind": "no_finding", "code": "RTL000"}, "'RTL000'"),
    ],
)
def test_a_claim_that_cannot_be_made_is_refused_with_what_was_expected(values: dict[str, object], came: str) -> None:
    with pytest.raises(BadClaim, match="expected") as caught:
        read_claim(values)
    assert came in str(caught.value)


def test_each_claim_has_an_answer_of_its_own() -> None:
    claims = {"reports": read_claim(REPORTS), "loads": read_claim({"kind": "calls", "name": "torch.load"})}
    source = "from ray import train as t\nt.report({})\n"
    assert answers(source, claims) == {"reports": True, "loads": False}


@pytest.mark.parametrize("source", ["x = (\n", "\x00", "(" * 5000, "x = '\ud800'"])
def test_a_file_that_does_not_parse_does_not_tell(source: str) -> None:
    assert answers(source, {"reports": read_claim(REPORTS)}) == {"reports": None}


def test_a_claim_says_its_answer() -> None:
    claim = read_claim(REPORTS)
    assert claim.sentence(True) == "In the file, `ray.train.report` is called."
    assert claim.sentence(False) == "In the file, `ray.train.report` is not called."
    assert claim.sentence(None).startswith("The file does not tell whether `ray.train.report` is called.")
