from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "backend" / "bootstrap" / "find_python.sh"


def fake_python(folder: Path, name: str, version: str, has_ensurepip: bool = True) -> None:
    """Answers `--version`, and succeeds at the two tests of the script as a Python of that version would."""
    minor = int(version.split(".")[1])
    suits = 11 <= minor < 14
    complete = suits and has_ensurepip
    path = folder / name
    path.write_text(
        "#!/bin/sh\n"
        f'case "$*" in\n'
        f'  --version) echo "Python {version}" ;;\n'
        f"  *ensurepip*) exit {0 if complete else 1} ;;\n"
        f"  *) exit {0 if suits else 1} ;;\n"
        "esac\n"
    )
    path.chmod(0o755)


def find(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["/bin/sh", SCRIPT, *arguments], env={"PATH": str(folder)}, capture_output=True, text=True)


def test_python3_is_taken_when_it_suits(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", "3.12.1")
    fake_python(tmp_path, "python3.11", "3.11.9")

    assert find(tmp_path).stdout == "python3\n"


def test_an_old_python3_is_passed_over(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", "3.9.2")
    fake_python(tmp_path, "python3.13", "3.13.0")

    assert find(tmp_path).stdout == "python3.13\n"


def test_a_python_that_can_make_environments_is_preferred(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", "3.11.2", has_ensurepip=False)
    fake_python(tmp_path, "python3.12", "3.12.1")

    assert find(tmp_path).stdout == "python3.12\n"


def test_one_that_cannot_is_better_than_none_and_preflight_says_what_it_lacks(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", "3.11.2", has_ensurepip=False)

    assert find(tmp_path).stdout == "python3\n"


def test_none_that_suits_is_one_sentence(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", "3.9.2")

    result = find(tmp_path)

    assert result.returncode == 1
    assert result.stdout == ""
    [sentence] = result.stderr.splitlines()
    assert "python3 is Python 3.9.2" in sentence


def test_no_python_at_all_is_one_sentence(tmp_path: Path) -> None:
    [sentence] = find(tmp_path).stderr.splitlines()

    assert "there is no python3" in sentence


def test_a_python_that_was_named_is_taken(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3", "3.12.1")

    assert find(tmp_path, sys.executable).stdout == f"{sys.executable}\n"


def test_a_name_that_is_no_python_is_one_sentence(tmp_path: Path) -> None:
    result = find(tmp_path, "no-such-python")

    assert result.returncode == 1
    [sentence] = result.stderr.splitlines()
    assert "PYTHON is no-such-python" in sentence
