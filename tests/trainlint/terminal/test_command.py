from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from trainlint.terminal.command import main

UNUSED = "x = 1  # trainlint: ignore[PYF401] why\n"


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_a_folder_is_linted_file_by_file(capsys: pytest.CaptureFixture[str]) -> None:
    write("a.py", "import os\n")
    write("deep/b.py", "print(x)\n")
    assert main(["."]) == 1
    assert capsys.readouterr().out.startswith("a.py:1:8: PYF401 ")
    assert main(["deep", "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith(f"::error file={Path('deep/b.py')},")


def test_a_folder_without_programs_is_no_failure_and_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    assert main(["empty"]) == 0
    assert capsys.readouterr().err == "trainlint: there is no Python file in what was named\n"


def test_select_and_ignore_choose_codes(capsys: pytest.CaptureFixture[str]) -> None:
    write("a.py", "import os\nprint(x)\n")
    assert main(["a.py", "--select", "PYF4,RTL1", "--select", "RTL3"]) == 1
    assert "PYF821" not in capsys.readouterr().out
    assert main(["a.py", "--ignore", "PYF401,PYF8"]) == 0
    assert main(["a.py", "--ignore", "F401"]) == 2
    assert "trainlint: --ignore: no code begins with 'F401'" in capsys.readouterr().err


def test_a_file_that_does_not_parse_is_said_whatever_is_selected(capsys: pytest.CaptureFixture[str]) -> None:
    write("a.py", "def f(:\n")
    assert main(["a.py", "--select", "PYF"]) == 1
    assert "RTL001" in capsys.readouterr().out


def test_exit_zero_hides_findings_from_the_status_but_no_failure() -> None:
    write("a.py", "import os\n")
    assert main(["a.py", "--exit-zero"]) == 0
    assert main(["a.py", "absent.py", "--exit-zero"]) == 2


def test_statistics_take_the_place_of_the_findings(capsys: pytest.CaptureFixture[str]) -> None:
    write("a.py", "import os\nimport re\n")
    assert main(["a.py", "--statistics"]) == 1
    assert capsys.readouterr().out == "     2  PYF401  unused-import\n"


def test_fix_mends_a_file_and_keeps_its_line_ends(capsys: pytest.CaptureFixture[str]) -> None:
    file = write("a.py", "\ufeff" + UNUSED.replace("\n", "\r\n") + "y = 2\r\n")
    assert main(["a.py", "--fix"]) == 0
    assert file.read_bytes() == "\ufeffx = 1\r\ny = 2\r\n".encode()
    assert capsys.readouterr().out == "1 fixed, nothing left.\n"
    clean = file.stat().st_mtime_ns
    assert main(["a.py", "--fix"]) == 0
    assert file.stat().st_mtime_ns == clean


def test_fix_leaves_what_was_not_selected() -> None:
    file = write("a.py", UNUSED)
    assert main(["a.py", "--fix", "--ignore", "RTL004"]) == 0
    assert file.read_text() == UNUSED


def test_what_cannot_be_fixed_stays_found(capsys: pytest.CaptureFixture[str]) -> None:
    write("a.py", UNUSED + "print(y)\n")
    assert main(["a.py", "--fix"]) == 1
    output = capsys.readouterr().out
    assert output.endswith("1 fixed, 1 finding\n")
    assert "PYF821" in output


def test_diff_shows_and_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    file = write("a.py", UNUSED)
    assert main(["a.py", "--diff"]) == 1
    assert capsys.readouterr().out == "--- a.py\n+++ a.py\n@@ -1 +1 @@\n-" + UNUSED + "+x = 1\n"
    assert file.read_text() == UNUSED
    write("a.py", "import os\n")
    assert main(["a.py", "--diff"]) == 0
    assert capsys.readouterr().out == ""


def test_a_file_that_cannot_be_written_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: Path, content: bytes) -> int:
        raise PermissionError(13, "Permission denied")

    write("a.py", UNUSED)
    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert main(["a.py", "--fix"]) == 2
    output = capsys.readouterr()
    assert output.err == "trainlint: cannot write a.py: Permission denied; make it writable, or leave --fix out\n"
    assert "RTL004" in output.out


def test_standard_input_has_the_name_that_it_is_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write("pyproject.toml", "[tool.trainlint.per-file-ignores]\n'tests/' = ['PYF401']\n")
    pipe(monkeypatch, "import os\nprint(x)\n")
    assert main(["-", "--stdin-filename", "tests/a.py"]) == 1
    assert capsys.readouterr().out.startswith("tests/a.py:2:7: PYF821")


def test_fix_of_standard_input_prints_the_program_alone(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    pipe(monkeypatch, UNUSED.replace("\n", "\r\n") + "print(y)\r\n")
    assert main(["-", "--fix"]) == 1
    output = capsysbinary.readouterr()
    assert output.out == b"x = 1\r\nprint(y)\r\n"
    assert b"PYF821" in output.err


def test_the_settings_of_the_project_count(capsys: pytest.CaptureFixture[str]) -> None:
    write("pyproject.toml", "[tool.trainlint]\nselect = ['PYF']\nignore = ['PYF401']\nexclude = ['old']\n")
    write("a.py", "import os\n" + UNUSED)
    write("old/b.py", "print(x)\n")
    assert main(["."]) == 0
    assert main(["old/b.py"]) == 1
    assert main(["old/b.py", "--force-exclude"]) == 0
    assert main(["a.py", "--select", "RTL"]) == 1
    assert "RTL004" in capsys.readouterr().out


def test_a_text_that_is_excluded_comes_out_as_it_went_in(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    write("pyproject.toml", "[tool.trainlint]\nexclude = ['old']\n")
    pipe(monkeypatch, UNUSED)
    assert main(["-", "--stdin-filename", "old/b.py", "--fix", "--force-exclude"]) == 0
    assert capsysbinary.readouterr().out == UNUSED.encode()


def test_settings_that_are_not_understood_are_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    write("pyproject.toml", "[tool.trainlint]\ncolour = 'red'\n")
    assert main(["."]) == 2
    assert "there is no setting 'colour'" in capsys.readouterr().err


def test_explain_prints_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--explain", "RTL102"]) == 0
    assert capsys.readouterr().out.startswith("RTL102 report-under-rank-guard (error)\n\n")
    assert main(["--explain", "nothing"]) == 2


def test_a_cluster_reaches_the_rules(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[object] = []

    def record(text: str, file_name: str, cluster: object) -> list[object]:
        seen.append(cluster)
        return []

    monkeypatch.setattr("trainlint.terminal.command.lint", record)
    write("a.py", "")
    assert main(["a.py", "--cpus", "4"]) == 0
    assert main(["a.py", "--gpus", "1"]) == 2
    assert [getattr(cluster, "cpus", None) for cluster in seen] == [4.0]


def test_a_terminal_without_the_letters_shows_their_numbers(tmp_path: Path) -> None:
    write("a.py", "print(größe)\n")
    path = str(Path(__file__).parents[3] / "backend")
    ran = subprocess.run(
        [sys.executable, "-m", "trainlint", "a.py"],
        env={"PYTHONPATH": path, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 1
    assert rb"gr\xf6\xdfe" in ran.stdout


def test_a_reader_that_leaves_is_no_fault() -> None:
    write("a.py", "\n".join(f"print(name{number})" for number in range(3000)))
    path = str(Path(__file__).parents[3] / "backend")
    with subprocess.Popen(
        [sys.executable, "-m", "trainlint", "a.py"],
        env={"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
    assert errors == b""
    assert process.returncode == 1


def test_json_and_sarif_are_whole_documents(capsys: pytest.CaptureFixture[str]) -> None:
    write("a.py", "import os\n")
    for name in ("json", "sarif"):
        assert main(["a.py", "--format", name]) == 1
        json.loads(capsys.readouterr().out)
