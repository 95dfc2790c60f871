from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of


@pytest.mark.parametrize(
    ("imports", "written", "meant"),
    [
        ("import ray", "ray.train.report", "ray.train.report"),
        ("import ray.train", "ray.train.report", "ray.train.report"),
        ("from ray import train as t", "t.report", "ray.train.report"),
        ("import ray.train.torch as rtt", "rtt.prepare_model", "ray.train.torch.prepare_model"),
        ("from ray.train import report", "report", "ray.train.report"),
        ("from ray.train import report as tell", "tell", "ray.train.report"),
        ("from ray.train import *", "report", "ray.train.report"),
        ("from ray import train\nreport = train.report", "report", "ray.train.report"),
        ("from ray import train\nt = train\nu = t", "u.torch.prepare_model", "ray.train.torch.prepare_model"),
        (
            "try:\n  from ray import train\nexcept ImportError:\n  from ray import train",
            "train.report",
            "ray.train.report",
        ),
        ("from ..loops import report", "report", "..loops.report"),
        ("", "print", "builtins.print"),
        ("", "report", None),
        ("from a import *\nfrom b import *", "report", None),
        ("import a\nimport b as a", "a.c", None),
        ("from ray import train\ntrain = train.torch", "train.report", None),
        ("a = b\nb = a", "a", None),
        ("def report(): pass", "report", None),
    ],
)
def test_import_aliases_are_resolved(imports: str, written: str, meant: str | None) -> None:
    module = module_of(f"{imports}\n{written}(1)\n")
    assert module.qualified(module.calls[-1].func) == meant


def test_a_name_imported_in_a_function_is_known_there_only() -> None:
    module = module_of("def f():\n    from ray import train\n    train.report(1)\ntrain.report(2)\n")
    assert [module.qualified(call.func) for call in module.calls] == ["ray.train.report", None]


@pytest.mark.parametrize(
    "written",
    ["loop", "alias", "functools.partial(loop, 1)", "partial(loop)", "bound", "lambda: loop()"],
)
def test_a_function_is_found_behind_names_and_partial(written: str) -> None:
    module = module_of(f"""
        import functools
        from functools import partial

        def loop(config): pass

        alias = loop
        bound = functools.partial(alias, 1)
        use({written})
    """)
    use = next(call for call in module.calls if ast.unparse(call.func) == "use")
    function = module.function(use.args[0])
    assert isinstance(function, ast.Lambda) or (function is not None and function.name == "loop")


@pytest.mark.parametrize("written", ["unknown", "module.loop", "twice", "make()", "3"])
def test_what_is_not_surely_a_function_of_the_file_is_none(written: str) -> None:
    module = module_of(f"""
        def twice(): pass
        def twice(): pass
        use({written})
    """)
    use = next(call for call in module.calls if ast.unparse(call.func) == "use")
    assert module.function(use.args[0]) is None


def test_arguments_are_collected_over_all_calls() -> None:
    module = module_of("""
        def f(a, b=2, *, c=3): pass
        f(1)
        f(4, b=5, c=6)
    """)
    function = module.functions[0]
    given = {name: [ast.unparse(value) for value in module.arguments_for(function, name) or []] for name in "abc"}
    assert given == {"a": ["1", "4"], "b": ["2", "5"], "c": ["3", "6"]}


@pytest.mark.parametrize("call", ["", "f(*x)", "f(**x)", "f()"])
def test_arguments_that_cannot_be_told_are_none(call: str) -> None:
    module = module_of(f"def f(a): pass\n{call}\n")
    assert module.arguments_for(module.functions[0], "a") is None


def test_a_function_returns_one_expression_or_nothing_sure() -> None:
    module = module_of("""
        def one(): return 1
        def two(x):
            if x:
                return 1
            return 2
        def maybe(x):
            if x:
                return 1
        def none(): pass
        three = lambda: 3
    """)
    returned = [module.returned(function) for function in module.functions]
    assert [value and ast.unparse(value) for value in returned] == ["1", None, None, None, "3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("import ray", True), ("from ray.train import report", True), ("def f():\n    import ray.data", True),
     ("import rays", False), ("from .ray import x", False), ("ray = 1", False)],
)  # fmt: skip
def test_a_file_imports_ray_or_it_does_not(text: str, expected: bool) -> None:
    assert module_of(text).imports_ray is expected
