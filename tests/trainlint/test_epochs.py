from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.epochs import called_in, is_in_the_end_of, start_of, stripped, trains
from trainlint.module import Module


def loop_of(program: str) -> tuple[Module, ast.For]:
    module = module_of(program)
    return module, module.index.all(ast.For)[0]


@pytest.mark.parametrize(
    ("iterated", "start"),
    [
        ("range(3)", "0"),
        ("range(config['epochs'])", "0"),
        ("range(config.get('epochs', 3))", "0"),
        ("range(0, 3)", "0"),
        ("range(first, 3)", "5"),
        ("range(a + 1, 3)", "a + 1"),
        ("range(3 - first)", None),
        ("loader", None),
    ],
)
def test_where_the_epochs_begin(iterated: str, start: str | None) -> None:
    module, epochs = loop_of(f"first = 5\nfor epoch in {iterated}:\n    pass")
    found = start_of(module, epochs)
    assert (ast.unparse(found) if found else None) == start


@pytest.mark.parametrize(("text", "left", "offset"), [("a", "a", 0), ("a + 1", "a", 1), ("int(a) + 2", "a", 2)])
def test_what_is_added_is_told_apart(text: str, left: str, offset: int) -> None:
    value, ahead = stripped(ast.parse(text, mode="eval").body)
    assert (ast.unparse(value), ahead) == (left, offset)


def test_what_a_helper_saves_is_seen_from_the_loop_that_calls_it() -> None:
    program = """
        def write(folder, number):
            save({"epoch": number + 1})

        def keep(number):
            write("/tmp/a", number=number)

        for epoch in range(3):
            keep(epoch)
    """
    module, epochs = loop_of(program)
    (save,) = module.index.calls_named("save")
    content = save.args[0]
    assert isinstance(content, ast.Dict)
    call, value, ahead = called_in(module, save, content.values[0], epochs)
    assert (ast.unparse(call), ast.unparse(value), ahead) == ("keep(epoch)", "epoch", 1)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("step()\n    save()", True),
        ("step()\n    if a:\n        save()", True),
        ("save()\n    step()", False),
        ("for batch in b:\n        step()\n        save()", False),
        ("save()", False),
    ],
)
def test_the_end_of_an_epoch_is_after_all_its_training(body: str, expected: bool) -> None:
    module, epochs = loop_of(f"def step():\n    loss.backward()\n\nfor epoch in range(3):\n    {body}")
    (call,) = module.index.calls_named("save")
    assert is_in_the_end_of(module, call, epochs) is expected
    assert trains(module, epochs.body) is ("step" in body)
