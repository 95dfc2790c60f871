from __future__ import annotations

import gc
import random
import re
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainlint.diagnostic import Diagnostic
from trainlint.engine import examine, lint, rules
from trainlint.module import Module
from trainlint.rule import Rule

CASES = sorted(Path(__file__).with_name("cases").rglob("*.py"))
PROGRAMS = [path.read_text() for path in CASES]
TOKENS = re.compile(r"\w+|\s+|[^\w\s]")


def assert_well_formed(text: str, found: list[Diagnostic]) -> None:
    lines = re.split(r"\r\n|\r|\n", text)
    for diagnostic in found:
        assert 1 <= diagnostic.line <= diagnostic.end_line <= len(lines)
        assert 0 <= diagnostic.column <= len(lines[diagnostic.line - 1])
        assert 0 <= diagnostic.end_column <= len(lines[diagnostic.end_line - 1])
        assert (diagnostic.line, diagnostic.column) <= (diagnostic.end_line, diagnostic.end_column)
        assert "failed on this file" not in diagnostic.message
        assert diagnostic.message.endswith((".", "?"))
        assert diagnostic.todo.endswith(".")
    assert found == sorted(found, key=lambda diagnostic: diagnostic.sort_key)


@settings(deadline=None)
@given(st.text())
def test_any_text_is_linted(text: str) -> None:
    assert_well_formed(text, lint(text))


@settings(deadline=None)
@given(st.text(alphabet="\x00\ud800\udfff\n\r\x0c\ufeff'\"\\{}()[]f:#= \tx1é🚀", max_size=60))
def test_text_of_traps_is_linted(text: str) -> None:
    assert_well_formed(text, lint(text))


@settings(deadline=None)
@given(st.sampled_from(PROGRAMS), st.randoms(use_true_random=False))
def test_programs_with_broken_places_are_linted(program: str, chance: random.Random) -> None:
    tokens = TOKENS.findall(program)
    for _ in range(chance.randint(1, 4)):
        if tokens:
            place = chance.randrange(len(tokens))
            tokens[place : place + chance.randint(0, 2)] = [chance.choice(tokens), chance.choice("()[]{}'\":=f\\\n")]
    text = "".join(tokens)
    assert_well_formed(text, lint(text))


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 5000 + ")" * 5000,
        "x = " + "-" * 5000 + "1",
        "x = 1" + " + 1" * 5000,
        "x = a" + ".a" * 5000,
        "x = f" + "()" * 5000,
        "x = f'{a" + ".a" * 5000 + "}'",
        "x: 'a" + ".a" * 5000 + "'",
        "if a:\n pass\n" + "elif a:\n pass\n#\n" * 5000,
        "".join(" " * level + "if a:\n" for level in range(300)) + " " * 300 + "pass",
    ],
    ids=["brackets", "signs", "sums", "attributes", "calls", "f-string", "annotation", "elif", "indentation"],
)
def test_deep_nesting_is_one_finding_and_no_crash(text: str) -> None:
    found = lint(text)
    assert_well_formed(text, found)
    assert {diagnostic.code for diagnostic in found} <= {"RTL001", "RTL002", "PYF821"}


def test_a_huge_file_is_not_looked_at() -> None:
    assert [diagnostic.code for diagnostic in lint("x = 1\n" * 200_000)] == ["RTL002"]


def test_a_long_table_of_numbers_is_not_deep() -> None:
    assert lint("table = [\n" + "    [-1.5, 2.0 * 3, 4],\n" * 2000 + "]\n") == []


def test_many_separate_elif_chains_are_not_deep() -> None:
    chain = "    if x == 1:\n        y = 1\n    elif x == 2:\n        y = 2\n    elif x == 3:\n        y = 3\n"
    assert lint("def f(x):\n    y = 0\n" + chain * 150 + "    return y\n") == []


class Broken(Rule):
    """Fails on every file."""

    code = "RTL998"
    name = "broken"
    severity = "error"

    def check(self, module: Module) -> Iterator[Diagnostic]:
        raise RuntimeError(module.source.text)


def test_a_rule_that_fails_is_named_and_the_others_go_on() -> None:
    program = (Path(__file__).parent / "cases/bad/report_on_rank_zero.py").read_text()
    found = lint(program, using=[Broken(), *rules()])
    assert [diagnostic.code for diagnostic in found] == ["RTL002", "RTL102", "RTL102", "RTL102"]
    assert found[0].message == "The rule RTL998 failed on this file (RuntimeError), which is no fault of the file."


def test_rules_are_found_in_the_folder_in_the_order_of_their_codes() -> None:
    folder = Path(__file__).parents[2] / "backend/trainlint/rules"
    assert [rule.code for rule in rules()] == sorted(file.name[:6].upper() for file in folder.glob("rtl*.py"))


def test_the_exports_of_an_init_file_may_be_submodules() -> None:
    assert lint('__all__ = ["worker"]\n', file_name="package/__init__.py") == []
    assert [diagnostic.code for diagnostic in lint('__all__ = ["worker"]\n')] == ["PYF822"]


def test_three_hundred_lines_are_linted_while_one_types() -> None:
    """Ten milliseconds on an idle core; what is bounded here is processor time on a busy one."""
    program = Path(__file__).parent.joinpath("cases/bad/model_not_prepared_among_helpers.py").read_text()
    text = program * (300 // program.count("\n") + 1)
    seconds = []
    for _ in range(15):
        start = time.process_time()
        lint(text)
        seconds.append(time.process_time() - start)
    assert text.count("\n") >= 300
    assert min(seconds) < 0.03


HEAD = """
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
"""
TRAINER = "TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=2))"


@pytest.mark.parametrize(
    "text",
    [
        "def loop():\n  rank = train.get_context().get_world_rank()\n  while True:\n"
        + "    if rank == 0:\n      continue\n    train.report({})\n" * 400,
        "def f(rank):\n  if rank == 0: train.report({})\n  f((" + "rank," * 90 + "))\n",
        "def loop(): train.report({})\nresult = " + TRAINER + ".fit()\n" + "print(result.metrics['a'])\n" * 400,
        "def loop():\n  model = torch.nn.Linear(1, 1)\n  model(1).backward()\n"
        + "  torch.optim.SGD(model.parameters())\n" * 400
        + TRAINER,
        "def loop(): train.report({})\n" + f"{TRAINER}.fit().metrics['a']\n" * 400,
        "train = 1\n" * 400 + "train.report(1)\n" * 400,
    ],
    ids=["guards", "circle", "results", "models", "trainers", "bindings"],
)
def test_many_of_the_same_do_not_make_each_other_slow(text: str) -> None:
    start = time.process_time()
    found = lint(HEAD + text)
    assert time.process_time() - start < 3
    assert_well_formed(HEAD + text, found)
    assert "RTL001" not in {diagnostic.code for diagnostic in found}


def test_nothing_of_a_file_outlives_its_lint() -> None:
    left = []
    for program in PROGRAMS:
        _, module = examine(program)
        left += [weakref.ref(module)] if module is not None else []
    del module
    gc.collect()
    assert len(left) > 100
    assert [reference() for reference in left if reference() is not None] == []
