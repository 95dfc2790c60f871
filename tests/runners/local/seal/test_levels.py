"""The level of a machine, found on stand-ins for bubblewrap that are missing, broken or lying, and on the real one."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.runners.local.seal.levels import find_enclosure, namespaces_hint


def stand_in(folder: Path, script: str) -> str:
    path = folder / "bwrap"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_without_bubblewrap_the_level_is_d_and_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    found = find_enclosure()
    assert found.enclosure.level == "D"
    assert "install the package bubblewrap" in found.enclosure.missing


def test_a_bubblewrap_that_may_not_make_namespaces_is_level_d_with_its_own_words(tmp_path: Path) -> None:
    refused = stand_in(tmp_path, "echo 'bwrap: No permissions to create new namespace' >&2; exit 1")
    found = find_enclosure(refused)
    assert found.enclosure.level == "D"
    assert "No permissions to create new namespace" in found.enclosure.missing


def test_a_bubblewrap_that_encloses_nothing_is_found_out(tmp_path: Path) -> None:
    lying = stand_in(tmp_path, 'while [ "$1" != "--" ]; do shift; done; shift; exec "$@"')
    found = find_enclosure(lying)
    assert found.enclosure.level == "D"
    assert "ports of this machine cannot be reached did not hold" in found.enclosure.missing


@pytest.mark.parametrize(
    ("setting", "value", "hint"),
    [
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "apparmor_restrict_unprivileged_userns=0"),
        ("kernel/unprivileged_userns_clone", "0", "unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0", "max_user_namespaces=10000"),
        ("user/max_user_namespaces", "9000", "in a container"),
    ],
)
def test_the_kernels_own_settings_say_how_to_mend_it(tmp_path: Path, setting: str, value: str, hint: str) -> None:
    file = tmp_path / "sys" / setting
    file.parent.mkdir(parents=True)
    file.write_text(f"{value}\n")
    assert hint in namespaces_hint(tmp_path)


@pytest.mark.sandbox
def test_this_machine_reaches_level_b_and_every_promise_holds() -> None:
    found = find_enclosure()
    assert (found.enclosure.level, found.enclosure.missing) == ("B", "")
    assert [finding.promise for finding in found.findings if not finding.held] == []
    found.enclosure.check()
    assert found.enclosure.failing is None
