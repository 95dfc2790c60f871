from __future__ import annotations

import pytest

from parsed_programs import module_of
from trainlint.argument_edits import renamed, without
from trainlint.arguments import argument_keyword
from trainlint.diagnostic import Diagnostic, Edit, Fix
from trainlint.fixing import apply_fixes


def applied(text: str, edit: Edit) -> str:
    fix = Fix("Do it", (edit,))
    return apply_fixes(text, [Diagnostic("X", "x", "error", "", "", 1, 0, 1, 0, "trainlint", fix=fix)])[0]


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("f(old=1)", "f()"),
        ("f(old=1,)", "f()"),
        ("f(\n    old=1,\n)", "f()"),
        ("f(old=1, b=2)", "f(b=2)"),
        ("f(a, old=1)", "f(a)"),
        ("f((a), b=(2), old=(1))", "f((a), b=(2))"),
        ("f((a), old=(1))", None),
        ("(f)(old=1)", None),
        ("f(a, old=1, **b)", "f(a, **b)"),
        ("f(\n    a=1,\n    old=1,  # gone\n)", "f(\n    a=1,  # gone\n)"),
        ("f(\n    a=1,  # stays\n    old=1,\n)", None),
        ("f(\n    old=1,  # gone\n    b=2,\n)", "f(\n    b=2,\n)"),
        ("f(old=g(1, (2)), b=2)", "f(b=2)"),
        ("f(old=(1), b=2)", "f(b=2)"),
        ("f(old=1  # gone\n)", None),
        ("é = f('é', old=1)", "é = f('é')"),
    ],
)
def test_an_argument_goes_with_its_comma(text: str, mended: str | None) -> None:
    module = module_of(text)
    call = next(call for call in module.calls if argument_keyword(call, "old"))
    keyword = argument_keyword(call, "old")
    assert keyword is not None
    edit = without(module, call, keyword)
    assert (applied(text, edit) if edit is not None else None) == mended


def test_an_argument_gets_another_name_and_perhaps_another_value() -> None:
    text = "f(old=[1, 2])"
    module = module_of(text)
    keyword = argument_keyword(module.calls[0], "old")
    assert keyword is not None
    edit = renamed(module, keyword, "new")
    assert edit is not None
    assert applied(text, edit) == "f(new=[1, 2])"
    edit = renamed(module, keyword, "new", "None")
    assert edit is not None
    assert applied(text, edit) == "f(new=None)"
