from __future__ import annotations

from pathlib import Path

import pytest

from bootstrap.sandbox import QUESTION, provide

INSTALLS = '[ "$1" = install ] || exit 0; printf "#!/bin/sh\\n" > {bin}/bwrap; chmod +x {bin}/bwrap'


def program(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def never(question: str) -> bool:
    raise AssertionError(f"asked: {question}")


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Debian without bubblewrap: its folder of programs."""
    for name in ("sh", "chmod", "env"):
        (tmp_path / name).symlink_to(f"/bin/{name}" if name != "env" else "/usr/bin/env")
    program(tmp_path, "apt-get", INSTALLS.format(bin=tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ALLRANKS_UNSAFE_NO_SANDBOX", raising=False)
    monkeypatch.setattr("platform.system", lambda: "Linux")
    return tmp_path


def test_root_installs_it_at_once(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    provide(never)
    assert (machine / "bwrap").is_file()


def test_sudo_is_used_only_after_a_yes(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    program(machine, "sudo", 'exec "$@"')
    provide(lambda question: question != QUESTION)
    assert not (machine / "bwrap").exists()
    provide(lambda question: question == QUESTION)
    assert (machine / "bwrap").is_file()


def test_where_it_cannot_be_installed_the_package_is_named(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    provide(never)
    assert capsys.readouterr().err == "Install the package bubblewrap to run programs in a sandbox.\n"


def test_an_install_that_fails_is_told(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    program(machine, "apt-get", "exit 100")
    provide(never)
    assert "could not be installed with apt-get" in capsys.readouterr().err


def test_what_is_there_is_left_alone(machine: Path) -> None:
    program(machine, "bwrap", "")
    program(machine, "apt-get", "exit 100")
    provide(never)


def test_who_wants_no_sandbox_is_not_asked(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLRANKS_UNSAFE_NO_SANDBOX", "true")
    provide(never)
    assert not (machine / "bwrap").exists()


def test_macos_is_told_what_it_lacks(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("platform.system", lambda: "Darwin")
    provide(never)
    assert "Darwin has no sandbox" in capsys.readouterr().err
