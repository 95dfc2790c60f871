from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.module import Module
from trainlint.old_entry import gone
from trainlint.old_uses import (
    is_checkpoint,
    is_context,
    is_prepared_for,
    is_result,
    is_trainer,
    leaves_alone,
    mentions,
    uses_tune,
)

HEAD = """
import ray.train
from ray import train
from ray.train import Checkpoint
from ray.train.torch import TorchTrainer
def loop(): pass
"""


def last(module: Module) -> ast.expr:
    statement = module.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    return statement.value


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("import ray.train", False),
        ("import os\nos.environ['RAY_TRAIN_V2_ENABLED'] = '0'", True),
        ("import os\nos.environ['RAY_TRAIN_V2_ENABLED'] = '1'", False),
        ("env = {'RAY_TRAIN_V2_ENABLED': '1'}", False),
        ("env = {'RAY_TRAIN_V2_ENABLED': value}", True),
        ("import ray\nprint(ray.__version__)", False),
        ("import ray\nif ray.__version__ < '2.7': pass", True),
        ("import ray\nNEW = parse(ray.__version__)", True),
        ("import torch\nNEW = torch.__version__ > '2'", False),
    ],
)
def test_a_file_that_chooses_for_itself_is_left_alone(text: str, alone: bool) -> None:
    assert leaves_alone(module_of(text)) == alone


@pytest.mark.parametrize(
    ("text", "prepared"),
    [
        ("use()", False),
        ("try:\n  use()\nexcept ImportError: pass", True),
        ("try:\n  use()\nexcept (OSError, AttributeError): pass", True),
        ("try:\n  use()\nexcept: pass", True),
        ("try:\n  use()\nexcept KeyError: pass", False),
        ("try: pass\nexcept ImportError:\n  use()", True),
        ("try: pass\nexcept ImportError: pass\nelse:\n  use()", False),
        ("import contextlib\nwith contextlib.suppress(TypeError):\n  use()", True),
        ("with open('a'):\n  use()", False),
        ("import typing\nif typing.TYPE_CHECKING:\n  use()", True),
    ],
)
def test_code_that_is_prepared_for_a_refusal_is_known(text: str, prepared: bool) -> None:
    module = module_of(text)
    (call,) = module.index.calls_named("use")
    assert is_prepared_for(module, call) == prepared


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from ray.old import thing", ["ray.old.thing"]),
        ("from ray.old import thing as t\nt()\nt.part()", ["ray.old.thing"]),
        ("from ray import old\nold.thing()", ["ray.old.thing"]),
        ("import ray.old as o\no.thing.part()", ["ray.old.thing"]),
        ("import ray.gone\nray.gone.thing()", ["ray.gone"]),
        ("from ray.gone.inner import part", ["ray.gone.inner.part"]),
        ("from ray.older import thing", []),
        ("from .ray.old import thing", []),
        ("thing = 1\nthing", []),
    ],
)
def test_a_mention_is_told_once(text: str, found: list[str]) -> None:
    table = {"ray.old.thing": gone("Use another."), "ray.gone": gone("Use another."), "ray.gone.thing": gone("Use it.")}
    assert [mention.name for mention in mentions(module_of(text), table)] == found


@pytest.mark.parametrize(
    ("text", "tune"),
    [
        ("from ray import tune", True),
        ("import ray.tune.logger as log", True),
        ("from ray.rllib.algorithms import ppo", True),
        ("from ray import train", False),
    ],
)
def test_ray_tune_is_noticed(text: str, tune: bool) -> None:
    assert uses_tune(module_of(text)) == tune


@pytest.mark.parametrize(
    "text",
    [
        "train.get_checkpoint()",
        "c = train.get_checkpoint()\nc",
        "c = None\nif loop: c = ray.train.get_checkpoint()\nc",
        "Checkpoint('/a')",
        "train.Checkpoint.from_directory('/a')",
        "TorchTrainer(loop).fit().checkpoint",
        "r = TorchTrainer(loop).fit()\nr.get_best_checkpoint('a', 'min')",
        "def f(c): return c\nf(train.get_checkpoint())",
    ],
)
def test_a_checkpoint_is_known_by_where_it_comes_from(text: str) -> None:
    module = module_of(HEAD + text)
    assert is_checkpoint(module, last(module))


@pytest.mark.parametrize(
    "text",
    ["None", "other", "f()", "c = train.get_checkpoint()\nc = f(c)\nc", "f().checkpoint", "train.get_context()"],
)
def test_what_may_be_something_else_is_no_checkpoint(text: str) -> None:
    module = module_of(HEAD + text)
    assert not is_checkpoint(module, last(module))


def test_a_parameter_may_say_that_it_is_a_checkpoint() -> None:
    module = module_of(HEAD + "def f(a, *, c: Checkpoint): return c\ndef g(c: str): return c\n")
    returned = [node.value for node in module.index.all(ast.Return) if node.value is not None]
    assert [is_checkpoint(module, value) for value in returned] == [True, False]


def test_trainers_results_and_contexts_are_known_by_what_made_them() -> None:
    module = module_of(HEAD + "t = TorchTrainer(loop)\nt.fit()")
    fit = last(module)
    assert isinstance(fit, ast.Call)
    assert isinstance(fit.func, ast.Attribute)
    assert is_result(module, fit)
    assert is_trainer(module, fit.func.value)
    assert not is_trainer(module, fit)
    assert not is_result(module, fit.func.value)
    module = module_of(HEAD + "c = train.get_context()\nc")
    assert is_context(module, last(module))
    module = module_of(HEAD + "from ray import tune\nc = tune.get_context()\nc")
    assert not is_context(module, last(module))
