from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from parsed_programs import module_of
from trainlint.diagnostic import Diagnostic
from trainlint.fixing import apply_fixes
from trainlint.migrating import Migrations

MOVED = {
    "ray.air.session.report": "ray.train.report",
    "ray.air.session.get_world_rank": "ray.train.get_context().get_world_rank",
    "ray.air.RunConfig": "ray.train.RunConfig",
}


def migrated(text: str) -> str | None:
    """`text` with the fix for the first import in it that has one."""
    module = module_of(text)
    migrations = Migrations(module, MOVED, "Move it")
    for alias in module.index.all(ast.alias):
        fix = migrations.of(alias)
        if fix is not None:
            finding = Diagnostic("X", "x", "error", "", "", 1, 0, 1, 0, "trainlint", fix=fix)
            return apply_fixes(dedent(text), [finding])[0]
    return None


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("from ray.air import RunConfig\nRunConfig()\n", "from ray.train import RunConfig\nRunConfig()\n"),
        ("from ray.air import RunConfig as R\nR()\n", "from ray.train import RunConfig as R\nR()\n"),
        (
            "from ray.air import RunConfig, Result\nRunConfig(Result)\n",
            "from ray.train import RunConfig\nfrom ray.air import Result\nRunConfig(Result)\n",
        ),
        ("from ray import air\nair.RunConfig()\n", "from ray import train\ntrain.RunConfig()\n"),
        ("import ray.air as a\na.RunConfig()\n", "from ray import train\ntrain.RunConfig()\n"),
        ("from ray import air, train\nair.RunConfig(train)\n", "from ray import train\ntrain.RunConfig(train)\n"),
        (
            "from ray import train as t\nfrom ray.air import session\nsession.report({}, t)\n",
            "from ray import train as t\nt.report({}, t)\n",
        ),
        (
            "from ray.air.session import get_world_rank\nprint(get_world_rank())\n",
            "from ray import train\nprint(train.get_context().get_world_rank())\n",
        ),
        (
            "from ray.air import session\ndef train(): session.report({})\n",
            "from ray import train as ray_train\ndef train(): ray_train.report({})\n",
        ),
        (
            "def f():\n    from ray.air import session\n    session.report({})\n",
            "def f():\n    from ray import train\n    train.report({})\n",
        ),
        (
            "from ray.air import (\n    RunConfig,\n    Result,\n)\nRunConfig(Result)\n",
            "from ray.train import RunConfig\nfrom ray.air import Result\nRunConfig(Result)\n",
        ),
    ],
)
def test_an_import_and_its_uses_move_together(text: str, mended: str) -> None:
    assert migrated(text) == mended


@pytest.mark.parametrize(
    "text",
    [
        "from ray import air\nair.RunConfig(air.Result)\n",
        "from ray import air\nuse(air)\n",
        "from ray.air import session\nsession = session or None\n",
        "from ray.air import session\ndef f(session): session.report({})\n",
        "import ray.air\nray.air.RunConfig()\n",
        "from ray.air import RunConfig; RunConfig()\n",
        "from ray.air import (\n    RunConfig,  # the old one\n    Result,\n)\nRunConfig(Result)\n",
        "from ray.air import session\ntrain = ray_train = 1\nsession.report({})\n",
        "from ray.air import session\nexec('train = 1')\ntrain\nray_train\nsession.report({})\n",
        "from ray.air import Result\nResult()\n",
    ],
)
def test_what_is_not_plain_stays(text: str) -> None:
    assert migrated(text) is None


def test_all_uses_of_one_import_have_one_fix() -> None:
    module = module_of("from ray.air import session\nsession.report({})\nsession.report({})\n")
    migrations = Migrations(module, MOVED, "Move it")
    first, second = (migrations.of(call.func) for call in module.index.calls_named("report"))
    assert first is not None
    assert first is second


def test_the_new_home_may_be_another() -> None:
    text = "from ray import train, tune\ntrain.report({}, tune)\n"
    module = module_of(text)
    migrations = Migrations(module, {"ray.train.report": "ray.tune.report"}, "Move it", "ray.tune")
    (call,) = module.index.calls_named("report")
    fix = migrations.of(call.func)
    assert fix is not None
    finding = Diagnostic("X", "x", "error", "", "", 1, 0, 1, 0, "trainlint", fix=fix)
    assert apply_fixes(text, [finding])[0] == "from ray import tune\ntune.report({}, tune)\n"
