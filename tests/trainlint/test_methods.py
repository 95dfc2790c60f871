from __future__ import annotations

import pytest

from parsed_programs import module_of
from trainlint.methods import called, calls_of

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
