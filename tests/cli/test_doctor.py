"""`allranks doctor`."""

from __future__ import annotations

import json

import pytest

from allranks.cli import main


def test_without_a_sandbox_it_says_so_and_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["doctor"]) == 1
    output = capsys.readouterr().out
    assert "Sandbox level D: no sandbox" in output
    assert "For a better level: bubblewrap is not installed: install the package bubblewrap." in output


def test_tools_get_one_json_object(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    main(["doctor", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["ray"] == "2.60.0"
    assert found["sandbox"]["level"] == "D"
    assert found["sandbox"]["promises"] == []


@pytest.mark.sandbox
def test_where_programs_are_held_each_promise_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    output = capsys.readouterr().out
    assert "Sandbox level B" in output
    assert "holds memory is limited" in output
    assert "FAILS" not in output
