from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bootstrap import preflight

BACKEND = Path(__file__).parents[2] / "backend"


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_the_pythons_that_ray_supports_are_fine() -> None:
    assert preflight.python_problem((3, 11), "python3") is None
    assert preflight.python_problem((3, 13), "python3") is None


@pytest.mark.parametrize("version", [(3, 10), (3, 14), (2, 7)])
def test_another_python_is_named_with_its_version(version: tuple[int, int]) -> None:
    sentence = preflight.python_problem(version, "/usr/bin/python3")

    assert sentence is not None
    assert f"/usr/bin/python3 is {version[0]}.{version[1]}" in sentence
    assert "PYTHON=" in sentence


def test_a_python_without_venv_names_the_package_to_install() -> None:
    sentence = preflight.venv_problem(["ensurepip"], (3, 12))

    assert sentence is not None
    assert "ensurepip missing" in sentence
    assert "apt install python3.12-venv" in sentence
    assert preflight.venv_problem([], (3, 12)) is None


def test_this_python_can_make_environments() -> None:
    assert preflight.missing_venv_modules() == []


def test_too_little_disk_says_what_is_free_and_what_is_needed() -> None:
    sentence = preflight.disk_problem(Path("/project"), 1_500_000_000, 6)

    assert sentence is not None
    assert "1.5 GB are free" in sentence
    assert "needs 6 GB" in sentence
    assert preflight.disk_problem(Path("/project"), 6_000_000_000, 6) is None


def test_a_port_in_use_is_named_with_another_to_take(taken_port: int) -> None:
    sentence = preflight.port_problem("127.0.0.1", taken_port)

    assert sentence is not None
    assert f"Port {taken_port} on 127.0.0.1 is in use" in sentence
    assert "make run PORT=" in sentence


def test_a_free_port_is_fine() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    assert preflight.port_problem("127.0.0.1", port) is None


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_a_number_that_is_no_port_is_refused(port: int) -> None:
    sentence = preflight.port_problem("127.0.0.1", port)

    assert sentence is not None
    assert "is not a port" in sentence


def test_only_the_first_problem_is_printed_and_no_traceback(
    taken_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    status = preflight.main(["--disk", "1e9", "--port", str(taken_port)])

    printed = capsys.readouterr()
    assert status == 1
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert "Not enough disk space" in printed.err


def test_nothing_is_printed_when_nothing_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert preflight.main(["--python", "--venv", "--disk", "0"]) == 0
    assert capsys.readouterr() == ("", "")


def test_it_runs_on_a_python_that_has_nothing_installed() -> None:
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        "import sys; sys.path.insert(0, sys.argv[1]); import bootstrap.preflight",
    ]

    assert subprocess.run([*command, str(BACKEND)]).returncode == 0
