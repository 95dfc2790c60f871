"""What a program can import."""

from __future__ import annotations

from allranks.runs import importable


def test_what_is_installed_and_what_python_brings_can_be_imported() -> None:
    assert {"ray", "torch", "numpy", "os", "json", "__future__"} <= set(importable())


def test_what_is_not_installed_cannot() -> None:
    assert not {"lightning", "deepspeed"} & set(importable())
