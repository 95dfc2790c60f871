"""What was advised for a program, pasted into it: it stands there word for word, and the program then ends well."""

from __future__ import annotations

import asyncio

import pytest

from mended_programs import MendedProgram, mended_programs, pasted
from report_programs import report_programs
from report_runs import Said, say_all, told

MENDED = mended_programs()
BROKEN = {program.name: program for program in report_programs()}
each_mended = pytest.mark.parametrize("mended", MENDED, ids=lambda mended: str(mended.name))


def test_each_mends_a_program_that_is_there() -> None:
    assert [mended.name for mended in MENDED if mended.mends not in BROKEN] == []
    assert len({mended.mends for mended in MENDED}) >= 15


def test_what_was_not_pasted_is_seen() -> None:
    assert pasted("x = prepare(model)\n", "def loop():\n    x = prepare(model)\n")
    assert pasted("Trainer(..., datasets={'a': ...})\n", "t = Trainer(loop, None, datasets={'a': rows}, b=1)\n")
    assert pasted("report({'b': b})\n", "report({'a': a, 'b': b})\n")
    assert pasted("with a:\n    b()\n    d()\n", "with a:\n    b()\n    c()\n    d()\n")
    assert pasted("from a import b\nc['d']\n", "from a import b, c\nprint(c['d'])\n")
    assert not pasted("x = prepare(model)\n", "x = prepare(net)\n")
    assert not pasted("with a:\n    d()\n    b()\n", "with a:\n    b()\n    d()\n")
    assert not pasted("import os\nos.getcwd()\n", "from os import *\nos.getcwd()\n")
    assert pasted("import os\na(os)\n# or, by hand:\nb()\n", "b()\n")


@pytest.fixture(scope="module")
def broken() -> dict[str, Said]:
    """What is said of the programs that are mended."""
    names = dict.fromkeys(mended.mends for mended in MENDED)
    return asyncio.run(say_all([BROKEN[name] for name in names]))


@pytest.fixture(scope="module")
def whole() -> dict[str, Said]:
    """What is said of the mended ones."""
    said = asyncio.run(say_all([mended.program for mended in MENDED]))
    print("\n" + "\n".join(told(each) for each in said.values()))
    return said


@pytest.mark.ray
@pytest.mark.timeout(600)
@each_mended
def test_what_was_advised_stands_in_it_word_for_word(mended: MendedProgram, broken: dict[str, Said]) -> None:
    said = broken[mended.mends]
    advised = [each.sketch for each in (*said.diagnoses, *said.stalls) if each.sketch]

    assert advised, told(said)
    assert [sketch for sketch in advised if not pasted(sketch, mended.program.source)] == []


@pytest.mark.ray
@pytest.mark.timeout(600)
@each_mended
def test_it_ends_well(mended: MendedProgram, whole: dict[str, Said]) -> None:
    said = whole[mended.name]

    assert (said.wrong, said.ended) == ([], "completed"), told(said)
