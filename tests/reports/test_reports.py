"""Programs after public reports, each run for real: the cause that is said, its line, and no cause that is not."""

from __future__ import annotations

import asyncio

import pytest

from report_programs import ReportProgram, report_programs
from report_runs import Said, say_all, told

ALL_SECONDS = 1500
RIGHT = 0.9
pytestmark = [pytest.mark.ray, pytest.mark.timeout(ALL_SECONDS)]

PROGRAMS = report_programs()
every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: str(program.name))


@pytest.fixture(scope="module")
def all_said() -> dict[str, Said]:
    """Of all programs, from one pool of sandboxes."""
    said = asyncio.run(say_all(PROGRAMS))
    print("\n" + "\n".join(told(each) for each in said.values()))
    return said


def test_nine_of_ten_are_right(all_said: dict[str, Said]) -> None:
    right = [said for said in all_said.values() if not said.missing and not said.wrong]

    assert len(right) >= RIGHT * len(PROGRAMS), "\n".join(map(told, all_said.values()))


@every_program
def test_no_other_cause_is_claimed(program: ReportProgram, all_said: dict[str, Said]) -> None:
    assert all_said[program.name].wrong == [], told(all_said[program.name])


@every_program
def test_the_cause_and_its_line_are_said(program: ReportProgram, all_said: dict[str, Said]) -> None:
    assert all_said[program.name].missing == [], told(all_said[program.name])
