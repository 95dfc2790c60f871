from __future__ import annotations

import re
from pathlib import Path

import pytest

from make_targets import TARGETS

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "exercises").rglob("README.md"))]


def commands(markdown: str) -> list[str]:
    """Whatever a page writes as code: its blocks line by line, and what stands between back-ticks."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", markdown, re.MULTILINE | re.DOTALL)
    without_blocks = re.sub(r"^```.*?^```", "", markdown, flags=re.MULTILINE | re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines()] + re.findall(
        r"`([^`\n]+)`", without_blocks
    )


def make_targets(markdown: str) -> set[str]:
    """The targets that a page tells the reader to make."""
    lines = [command.removeprefix("$ ") for command in commands(markdown)]
    words = [re.split(r"\s+#", line)[0].split()[1:] for line in lines if re.match(r"make( |$)", line)]
    return {word for line in words for word in line if "=" not in word}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_make_command_that_is_written_down_exists(page: Path) -> None:
    assert make_targets(page.read_text()) <= TARGETS


def test_the_readme_names_the_two_commands_that_begin_it_all() -> None:
    assert {"run", "test"} <= make_targets((ROOT / "README.md").read_text())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_links_to_exists(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text())

    assert [link for link in links if not (page.parent / link).exists()] == []


def test_a_command_is_found_in_a_block_and_between_back_ticks() -> None:
    page = "Do `make run` or:\n\n```sh\n$ make test PORT=1  # all\nmake help\n```\nWe make tea.\n"

    assert make_targets(page) == {"run", "test", "help"}


def promised_tests(markdown: str) -> set[tuple[str, str]]:
    """Every test that a table names as proof, with the file that its row links to."""
    rows = re.findall(r"^\|.*\]\((tests/[^)]+)\): (.*) \|$", markdown, re.MULTILINE)
    return {(file, name) for file, names in rows for name in re.findall(r"`(test_\w+)`", names)}


def test_every_promise_of_the_readme_is_kept_by_a_test_that_exists() -> None:
    promised = promised_tests((ROOT / "README.md").read_text())
    written = {path: path.read_text() for path in (ROOT / "tests" / "sandbox").glob("test_*.py")}

    assert len(promised) > 20
    assert {name for file, name in promised if not re.search(rf"def {name}\b", written.get(ROOT / file, ""))} == set()
