"""Where the exercises are."""

from __future__ import annotations

from pathlib import Path

import pytest

import allranks
from allranks.catalog import default_exercises_folder


def test_a_checkout_uses_its_own() -> None:
    assert (default_exercises_folder() / "train01-torch-trainer" / "exercise.toml").is_file()


def test_an_installed_wheel_uses_what_it_carries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "allranks"
    monkeypatch.setattr(allranks, "__file__", str(package / "__init__.py"))
    assert default_exercises_folder() == package / "_exercises"
