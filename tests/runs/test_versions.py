"""Versions without imports."""

from __future__ import annotations

from allranks.runs import installed_version


def test_an_installed_distribution_has_its_version() -> None:
    assert installed_version("pydantic").startswith("2.")


def test_a_missing_one_is_said_to_be_missing() -> None:
    assert installed_version("no-such-distribution-of-ours") == "not installed"
