from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.trainer import trainer_of_result

HEAD = """
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
def train_loop(config): pass
def other_loop(): pass
"""


@pytest.mark.parametrize(
    ("config", "workers"),
    [
        ("", {1}),
        ("scaling_config=ScalingConfig()", {1}),
        ("scaling_config=ScalingConfig(num_workers=4)", {4}),
        ("scaling_config=ScalingConfig(num_workers=(2, 8))", {2, 8}),
        ("scaling_config=ScalingConfig(num_workers=0 if local else 4)", {0, 4}),
        ("scaling_config=ScalingConfig(num_workers=COUNT)", {3}),
        ("scaling_config=CONFIG", {5}),
        ("scaling_config=ScalingConfig(num_workers=f())", None),
        ("scaling_config=ScalingConfig(**options)", None),
        ("scaling_config=make()", None),
        ("**options", None),
    ],
)
def test_the_number_of_workers_is_known_where_it_is_written(config: str, workers: set[int] | None) -> None:
    text = f"COUNT = 3\nCONFIG = ScalingConfig(num_workers=5)\nTorchTrainer(train_loop, {config})\n"
    (trainer,) = module_of(HEAD + text).trainers
    assert trainer.workers == workers


def test_the_number_of_workers_may_come_as_an_argument() -> None:
    text = "def run(n=2): TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=n))\n"
    assert module_of(HEAD + text).trainers[0].workers is None
    called = module_of(HEAD + text + "run()\nrun(n=4)\n").trainers
    assert [trainer.workers for trainer in called] == [frozenset({2}), frozenset({4})]
    assert module_of(HEAD + text + "run(size)\n").trainers[0].workers is None


@pytest.mark.parametrize("given", ["train_loop", "train_loop_per_worker=train_loop", "lambda c: train_loop(c)"])
def test_the_loop_is_found(given: str) -> None:
    loop = module_of(HEAD + f"TorchTrainer({given})\n").trainers[0].loop
    assert loop is not None
    assert "train_loop" in {getattr(function, "name", "") for function in loop.functions}
    assert "other_loop" not in {getattr(function, "name", "") for function in loop.functions}


@pytest.mark.parametrize("given", ["", "imported", "self.loop", "**options"])
def test_a_loop_that_is_not_in_the_file_is_none(given: str) -> None:
    assert module_of(HEAD + f"TorchTrainer({given})\n").trainers[0].loop is None


@pytest.mark.parametrize(
    "text",
    [
        "TorchTrainer(train_loop).fit()",
        "t = TorchTrainer(train_loop)\nr = t.fit()\nr",
        "def make(): return TorchTrainer(train_loop)\ndef run(): return make().fit()\nr = run()\nr",
    ],
)
def test_a_result_leads_back_to_its_trainer(text: str) -> None:
    module = module_of(HEAD + text)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert trainer_of_result(module, last.value) is module.trainers[0]


@pytest.mark.parametrize("text", ["other.fit()", "r = f()\nr", "TorchTrainer(train_loop).run()", "x"])
def test_what_is_no_result_leads_nowhere(text: str) -> None:
    module = module_of(HEAD + text)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert trainer_of_result(module, last.value) is None


def test_a_loop_handed_on_by_a_helper_is_found() -> None:
    text = """
        from ray.train.torch import TorchTrainer
        def train_loop(): pass
        def fit(loop): TorchTrainer(loop).fit()
        fit(train_loop)
    """
    (trainer,) = module_of(text).trainers
    assert trainer.loop is not None
    assert getattr(trainer.loop.function, "name", "") == "train_loop"


def test_each_loop_handed_on_has_a_trainer_of_its_own() -> None:
    text = """
        from ray.train.torch import TorchTrainer
        def one(): pass
        def other(): pass
        def fit(loop): TorchTrainer(loop).fit()
        fit(one)
        fit(other)
    """
    loops = [trainer.loop for trainer in module_of(text).trainers]
    assert [getattr(loop.function, "name", "") for loop in loops if loop is not None] == ["one", "other"]


def test_every_configuration_that_it_was_given_is_listed() -> None:
    text = (
        "from ray.train import CheckpointConfig, RunConfig\nfrom ray.train.torch import TorchConfig\n"
        "TorchTrainer(train_loop, scaling_config=ScalingConfig(), torch_config=TorchConfig(),"
        " run_config=RunConfig(checkpoint_config=CheckpointConfig()))\n"
    )
    [trainer] = module_of(HEAD + text).trainers
    names = [ast.unparse(config.func) for config in trainer.configs]
    assert names == ["ScalingConfig", "RunConfig", "TorchConfig", "CheckpointConfig"]
