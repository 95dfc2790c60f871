from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.methods import called, calls_of, given_to, is_self

HEAD = """
class Runner:
    def step(self):
        pass
    @property
    def model(self):
        pass
    def run(self):
        self.step()
        self.missing()
        self.model()
        later = lambda: self.step()
class Other:
    def step(self):
        pass
def step():
    pass
runner = Runner()
"""


@pytest.mark.parametrize(
    ("call", "line"),
    [
        ("runner.step()", 3),
        ("step()", 16),
        ("Other().step()", None),
        ("runner.other()", None),
        ("unknown.step()", None),
    ],
)
def test_what_a_call_runs(call: str, line: int | None) -> None:
    module = module_of(HEAD + call)
    function = called(module, next(one for one in module.calls if one.lineno == len(HEAD.splitlines()) + 1))
    assert (function.lineno if function is not None else None) == line


def test_methods_of_the_same_object() -> None:
    module = module_of(HEAD)
    assert [call.lineno for call in calls_of(module, module.functions[0])] == [9, 12]


def test_a_method_that_is_not_there_or_no_call_is_none() -> None:
    module = module_of(HEAD)
    assert [called(module, call) for call in module.calls if call.lineno in (10, 11)] == [None, None]


@pytest.mark.parametrize(
    ("calls", "given"),
    [
        ("sums.add(1, 2)", ["1"]),
        ("sums.add(x=1)\nsums.add(3)", ["1", "3"]),
        ("sums.add()", None),
        ("sums.add(*rest)", None),
        ("", None),
    ],
)
def test_what_a_method_is_given(calls: str, given: list[str] | None) -> None:
    module = module_of("class Sum:\n    def add(self, x, y=0): pass\nsums = Sum()\n" + calls)
    found = given_to(module, module.functions[0], "x")
    assert (None if found is None else [ast.unparse(one) for one in found]) == given


def test_what_an_object_is_made_of() -> None:
    module = module_of("class Sum:\n    def __init__(self, x): pass\nSum(1)\nsums = Sum(x=2)")
    assert [ast.unparse(one) for one in given_to(module, module.functions[0], "x") or ()] == ["1", "2"]


def test_self_is_the_object_of_a_method() -> None:
    module = module_of("class A:\n    def f(self):\n        self.x\ndef g(self):\n    self.y")
    asked = {node.attr: is_self(module, node.value) for node in module.index.all(ast.Attribute)}
    assert asked == {"x": True, "y": False}
