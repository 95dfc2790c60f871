from __future__ import annotations

import ast

from parsed_programs import module_of
from trainlint.node_index import last_word

PROGRAM = """
from ray import train as t
def loop():
    loss.backward()
    t.report({"loss": 1})
    get()()
"""


def test_nodes_are_found_by_their_kind_in_the_order_of_the_file() -> None:
    index = module_of(PROGRAM).index
    assert [node.name for node in index.all(ast.FunctionDef)] == ["loop"]
    assert [call.lineno for call in index.calls] == [4, 5, 6, 6]
    assert index.all(ast.Lambda) == []


def test_calls_are_found_by_their_dotted_name_through_aliases() -> None:
    index = module_of(PROGRAM).index
    assert [call.lineno for call in index.calls_to("ray.train.report", "ray.train.get_context")] == [5]
    assert index.calls_to("t.report") == []


def test_calls_are_found_by_their_last_word_whatever_stands_before() -> None:
    index = module_of(PROGRAM).index
    assert [call.lineno for call in index.calls_named("backward", "report")] == [4, 5]


def test_what_has_no_name_has_an_empty_last_word() -> None:
    call = module_of("get()()").index.calls[0]
    assert last_word(call.func) in ("", "get")
    assert {last_word(call.func) for call in module_of("get()()").index.calls} == {"", "get"}
