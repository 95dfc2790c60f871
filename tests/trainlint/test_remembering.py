from __future__ import annotations

import gc
import weakref

from parsed_programs import module_of
from trainlint.module import Module
from trainlint.remembering import remembered

asked: list[str] = []


@remembered
def lines_of(module: Module, ending: str) -> list[str]:
    asked.append(ending)
    return [line + ending for line in module.source.lines]


def test_an_answer_is_worked_out_once_for_each_module_and_question() -> None:
    asked.clear()
    one, other = module_of("a"), module_of("b")
    assert lines_of(one, "!") is lines_of(one, "!")
    assert lines_of(one, "?") == ["a?"]
    assert lines_of(other, "!") == ["b!"]
    assert asked == ["!", "?", "!"]


def test_a_module_is_not_kept_for_its_answers() -> None:
    module = module_of("a")
    lines_of(module, "!")
    gone = weakref.ref(module)
    del module
    gc.collect()
    assert gone() is None
