"""Which form of a file is sent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from allranks.web.compressed import smallest


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A built file with both of its twins."""
    path = tmp_path / "main.js"
    for name in ("main.js", "main.js.br", "main.js.gz"):
        (tmp_path / name).write_bytes(name.encode())
        os.utime(tmp_path / name, (1000, 1000))
    return path


def sent(path: Path, accepted: str) -> tuple[str | None, bool]:
    found = smallest(path, path.stat(), accepted)
    assert found.path.is_file()
    return found.encoding, found.varies


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.000", None),
        ("identity", None),
        ("", None),
    ],
)
def test_the_smallest_form_that_the_reader_takes_is_sent(script: Path, accepted: str, encoding: str | None) -> None:
    assert sent(script, accepted) == (encoding, True)


def test_a_file_without_twins_is_sent_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{}")
    assert sent(tmp_path / "settings.json", "br, gzip") == (None, False)


def test_a_file_that_was_changed_after_the_build_is_sent_as_it_is(script: Path) -> None:
    script.write_text("changed")
    os.utime(script, (2000, 2000))
    assert sent(script, "br, gzip") == (None, False)
