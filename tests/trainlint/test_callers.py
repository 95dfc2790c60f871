from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.callers import as_called
from trainlint.trainer import trainer_of_result

HEAD = """
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer
def train_loop(config): pass
def other_loop(): pass
"""
FIT = """
def fit(loop, n=2, cfg=None, scaling=None, **run):
    run.setdefault("name", "usual")
    return TorchTrainer(loop, train_loop_config=cfg or {}, scaling_config=scaling or ScalingConfig(num_workers=n),
                        run_config=RunConfig(**run)).fit()
"""


def made(text: str) -> list[str]:
    """Each trainer of the text, as it is made."""
    return [ast.unparse(trainer.call) for trainer in module_of(HEAD + text).trainers]


def test_what_a_caller_gives_stands_in_the_place_of_parameters() -> None:
    assert made(FIT + "fit(train_loop, cfg={'lr': 1}, storage_path='x')\nfit(other_loop, 4, name='mine')\n") == [
        "TorchTrainer(train_loop, train_loop_config={'lr': 1}, scaling_config=ScalingConfig(num_workers=2), "
        "run_config=RunConfig(storage_path='x', name='usual'))",
        "TorchTrainer(other_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=4), "
        "run_config=RunConfig(name='mine'))",
    ]


@pytest.mark.parametrize(
    ("inside", "calling", "filled"),
    [
        ("def f(loop): {}", "f(train_loop)", "TorchTrainer(train_loop)"),
        ("def f(*, loop): {}", "f(loop=train_loop)", "TorchTrainer(train_loop)"),
        ("def f(loop=train_loop): {}", "f()", "TorchTrainer(train_loop)"),
        ("async def f(loop): {}", "f(train_loop)", "TorchTrainer(train_loop)"),
        ("def f(x):\n  loop = x\n  {}", "f(train_loop)", "TorchTrainer(train_loop)"),
        ("def f(x):\n  loop = other_loop if x is None else x\n  {}", "f(None)", "TorchTrainer(other_loop)"),
        ("def f(x):\n  loop = x if x is not None else other_loop\n  {}", "f(lambda: 1)", "TorchTrainer(lambda: 1)"),
        ("def f(x):\n  loop = x if x is not None else other_loop\n  {}", "f(g())", "TorchTrainer(loop)"),
        ("def f(x):\n  loop = x or other_loop\n  {}", "f(None)", "TorchTrainer(other_loop)"),
        ("def f(x):\n  loop = x or other_loop\n  {}", "f(g())", "TorchTrainer(g() or other_loop)"),
        ("def f(loop): {}", "f(*loops)", "TorchTrainer(loop)"),
        ("def f(loop): {}", "f(**loops)", "TorchTrainer(loop)"),
        ("def f(*loop): {}", "f(train_loop)", "TorchTrainer(loop)"),
        ("def f(loop): {}", "f(train_loop, other_loop)", "TorchTrainer(loop)"),
        ("def f(loop):\n  loop = g(loop)\n  {}", "f(train_loop)", "TorchTrainer(loop)"),
        ("def f(loop): {}", "", "TorchTrainer(loop)"),
        ("def f(x):\n  def inner(loop=x): {}\n  inner()", "f(train_loop)", "TorchTrainer(x)"),
        ("loop = train_loop\n{}", "", "TorchTrainer(loop)"),
    ],
)
def test_what_is_not_sure_stays_as_it_is_written(inside: str, calling: str, filled: str) -> None:
    assert made(inside.replace("{}", "TorchTrainer(loop)") + f"\n{calling}\n") == [filled]


@pytest.mark.parametrize(
    "use",
    ["run.update(other)", "run['name'] = 'x'", "if run: run.setdefault('name', 'x')", "g(run)", "run = {}"],
)
def test_more_keywords_than_are_in_sight_stay_out_of_sight(use: str) -> None:
    text = f"def f(loop, **run):\n  {use}\n  TorchTrainer(loop, run_config=RunConfig(**run))\nf(train_loop, name='a')\n"
    assert made(text) == ["TorchTrainer(train_loop, run_config=RunConfig(**run))"]


def test_places_are_those_of_what_was_written_where() -> None:
    module = module_of(HEAD + FIT + "fit(train_loop,\n  storage_path='x')\n")
    [written] = module.index.calls_to("ray.train.torch.TorchTrainer")
    [(call, caller)] = as_called(module, written)
    config = next(keyword.value for keyword in call.keywords if keyword.arg == "run_config")
    assert isinstance(config, ast.Call)
    assert (call.lineno, config.lineno, config.keywords[0].value.lineno) == (9, 10, 12)
    assert caller is not None
    assert caller.lineno == 11
    assert module.qualified(config.func) == "ray.train.RunConfig"
    assert module.frame(config) is module.frame(module.calls_in(module.functions[2])[0])


def test_a_result_belongs_to_the_trainer_of_its_caller() -> None:
    module = module_of(HEAD + FIT + "fit(other_loop)\nresult = fit(train_loop)\nresult.metrics\n")
    trainer = trainer_of_result(module, module.index.all(ast.Name)[-1])
    assert trainer is module.trainers[1]
    build = "def build(n): return TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=n))\n"
    module = module_of(HEAD + build + "build(2)\nresult = build(3).fit()\nresult.metrics\n")
    trainer = trainer_of_result(module, module.index.all(ast.Name)[-1])
    assert trainer is not None
    assert trainer.workers == frozenset({3})


def test_a_function_that_calls_itself_is_read_once() -> None:
    text = "def f(loop, n):\n  if n: f(loop, n - 1)\n  TorchTrainer(loop)\nf(train_loop, 3)\n"
    assert made(text) == ["TorchTrainer(loop)", "TorchTrainer(train_loop)"]
