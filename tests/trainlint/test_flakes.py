from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pyflakes.messages
import pytest

from trainlint.engine import lint
from trainlint.flake_sentences import FLAKE_KINDS


def test_each_sentence_belongs_to_something_that_pyflakes_finds() -> None:
    known = {name for name, member in inspect.getmembers(pyflakes.messages, inspect.isclass)}
    assert set(FLAKE_KINDS) <= known


def test_codes_say_one_thing_each() -> None:
    codes = [kind.code for kind in FLAKE_KINDS.values()]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("def f(x: Later): pass\nclass Later: pass\n", "PYF821"),
        ("x: Later = 1\nclass Later: pass\n", "PYF821"),
        ("PythonFinalizationError\n", "PYF821"),
        ("x: 'a b'\n", "PYF722"),
        ("x: 'it\\'s'\n", "PYF722"),
    ],
)
def test_names_mean_what_they_mean_in_3_11(text: str, code: str) -> None:
    assert [diagnostic.code for diagnostic in lint(text)] == [code]


def test_postponed_annotations_may_name_what_comes_later() -> None:
    assert lint("from __future__ import annotations\ndef f(x: Later): pass\nclass Later: pass\n") == []


def test_rules_work_where_pyflakes_is_not_installed() -> None:
    program = Path(__file__).with_name("cases") / "bad/metrics_without_any_report.py"
    script = (
        "import sys; sys.modules['pyflakes'] = sys.modules['pyflakes.checker'] = None\n"
        "from trainlint import lint\n"
        f"print([d.code for d in lint('import os\\n' + open({str(program)!r}).read())])"
    )
    path = str(Path(__file__).parents[2] / "backend")
    ran = subprocess.run(
        [sys.executable, "-c", script], env={"PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "['RTL301']"
