from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bootstrap.step import NOT_FOUND, main, reason, run_step


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_a_step_that_works_takes_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "logs" / "page.log"

    status = run_step("Page", python("print('much')"), log)

    assert status == 0
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("  Page ... done after ")
    assert log.read_text() == "much\n"


def test_a_step_that_fails_shows_its_last_lines_and_keeps_its_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = "import sys; print(*range(100), sep='\\n'); print('the reason', file=sys.stderr); sys.exit(3)"

    status = run_step("Page", python(program), tmp_path / "page.log")

    printed = capsys.readouterr().out
    assert status == 3
    assert "the reason" in printed
    assert "    99" in printed
    assert "    50" not in printed
    assert str(tmp_path / "page.log") in printed


def test_a_command_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_step("Page", ["no-such-command"], tmp_path / "page.log") == NOT_FOUND
    assert "no-such-command was not found" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("npm error code ENOTFOUND", "registry could not be reached"),
        ("pip: NewConnectionError('...')", "registry could not be reached"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("ERROR: Could not find a version that satisfies pip>=25.1 (from versions: none)", "could not be reached"),
        ("ERROR: No matching distribution found for torch==9", "pinned package is not to be had"),
        ("Permission denied: '/usr/lib'", "may not be written by this user"),
    ],
)
def test_a_known_reason_gets_its_sentence(output: str, said: str) -> None:
    sentence = reason(output)

    assert sentence is not None
    assert said in sentence


def test_without_a_network_the_network_is_blamed_and_not_the_pin() -> None:
    output = "NewConnectionError: Failed to establish a new connection\nERROR: No matching distribution found for ray"

    assert "could not be reached" in (reason(output) or "")


def test_an_unknown_reason_is_not_guessed() -> None:
    assert reason("Segmentation fault") is None


def test_the_command_line_passes_options_on(tmp_path: Path) -> None:
    log = tmp_path / "step.log"

    status = main(["--log", str(log), "Options", *python("import sys; print(sys.argv[1:])"), "--quiet", "-x"])

    assert status == 0
    assert log.read_text() == "['--quiet', '-x']\n"


def test_a_step_without_a_command_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--log", str(tmp_path / "step.log"), "Nothing"])
    assert "a command is needed" in capsys.readouterr().err


def test_a_line_of_source_code_is_no_reason() -> None:
    assert reason("Error: wrong\n" + "x" * 2000 + "ENOSPC") is None
