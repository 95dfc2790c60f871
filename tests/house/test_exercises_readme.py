"""exercises/README.md says every key there is, and none that there is not."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from allranks.catalog.manifest import Manifest, Planned, Wrong
from allranks.grading.facts import FACTS
from allranks.grading.grade import kinds
from trainlint.claim import kinds as claims
from trainlint.claims.config import PLACES

PAGE = (Path(__file__).parents[2] / "exercises" / "README.md").read_text()
OF_A_CHECK = {"id", "kind", "title"}


def table(heading: str, header: str) -> dict[str, str]:
    """The rows of the first table below `heading` whose first column is headed `header`: first cell, all the rest."""
    part = PAGE[PAGE.index(f"{heading}\n") :]
    lines = part[part.index(f"| {header} |") :].split("\n\n")[0].splitlines()[2:]
    cells = [line.strip("| ").split(" | ", 1) for line in lines]
    return dict(cells)


def names(text: str) -> set[str]:
    """What stands between back-ticks."""
    return {name.strip("[]") for name in re.findall(r"`([^`]+)`", text)}


def test_the_keys_of_an_exercise_are_those_of_the_table() -> None:
    assert names(" ".join(table("## exercise.toml", "key"))) == set(Manifest.model_fields)


def test_the_keys_of_a_wrong_answer_and_of_a_fault_are_those_of_their_tables() -> None:
    assert names(" ".join(table("### `[[wrong]]`", "key"))) == set(Wrong.model_fields)
    assert names(" ".join(table("### `[[faults]]`", "key"))) == set(Planned.model_fields)


def test_the_keys_of_a_check_are_those_of_the_table() -> None:
    assert names(" ".join(table("### `[[checks]]`", "key"))) == OF_A_CHECK


def test_every_kind_of_check_stands_there_with_its_parameters() -> None:
    rows = table("### `[[checks]]`", "kind")
    written = {kind.strip("`"): names(rest.split(" | ")[0]) for kind, rest in rows.items()}
    assert written == {kind: set(check.model_fields) for kind, check in kinds().items()}


def test_every_kind_of_claim_stands_there_with_its_keys() -> None:
    rows = table("### Claims", "claim")
    values = {"loop", "file", "TorchTrainer", *PLACES}
    written = {kind.strip("`"): names(rest.split(" | ")[0]) - values for kind, rest in rows.items()}
    assert written == {kind: {field.name for field in fields(claim)} for kind, claim in claims().items()}


def test_what_a_configuration_may_be_of_stands_there() -> None:
    assert names(table("### Claims", "claim")["`config`"]) >= {"TorchTrainer", *PLACES}


def test_every_fact_that_passed_md_may_name_stands_there() -> None:
    assert names(" ".join(table("## The files", "name in `passed.md`"))) == set(FACTS)
