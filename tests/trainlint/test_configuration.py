from __future__ import annotations

import pytest

from parsed_programs import module_of
from trainlint.cluster import Cluster
from trainlint.configuration import (
    config_of,
    datasets_of,
    gives_config,
    known_cluster,
    only_close_name,
    resources_per_worker,
    signature_of,
    uses_gpu,
)
from trainlint.module import Module
from trainlint.trainer import Trainer

HEAD = """
from functools import partial
import ray
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
from elsewhere import change, decorate, options
def loop(config): pass
"""


def trainer_of(arguments: str, before: str = "", after: str = "") -> Trainer:
    text = f"{HEAD}{before}\nTorchTrainer(loop, {arguments})\n{after}"
    return module_of(text).trainers[0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("", {"CPU": 1}),
        ("scaling_config=ScalingConfig(num_workers=2)", {"CPU": 1}),
        ("scaling_config=ScalingConfig(use_gpu=True)", {"GPU": 1}),
        ("scaling_config=ScalingConfig(resources_per_worker={'CPU': 3, 'memory': 4e9})", {"CPU": 3, "memory": 4e9}),
        ("scaling_config=ScalingConfig(resources_per_worker=dict(CPU=2, GPU=0))", {"CPU": 2}),
        ("scaling_config=ScalingConfig(use_gpu=True, resources_per_worker={'CPU': 4})", {"CPU": 4, "GPU": 1}),
        ("scaling_config=ScalingConfig(use_gpu=True, resources_per_worker={'GPU': 0.5})", {"GPU": 0.5}),
        ("scaling_config=ScalingConfig(resources_per_worker={'CPU': 4 if small else 2})", {"CPU": 2}),
        ("scaling_config=ScalingConfig(resources_per_worker={})", {}),
        ("scaling_config=ScalingConfig(use_gpu=available())", None),
        ("scaling_config=ScalingConfig(use_tpu=True)", None),
        ("scaling_config=ScalingConfig(resources_per_worker={'CPU': size()})", None),
        ("scaling_config=ScalingConfig(resources_per_worker=options)", None),
        ("scaling_config=ScalingConfig(**options)", None),
        ("scaling_config=options", None),
        ("**options", None),
    ],
)
def test_what_each_worker_reserves(arguments: str, expected: dict[str, float] | None) -> None:
    assert resources_per_worker(trainer_of(arguments)) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("", False),
        ("scaling_config=ScalingConfig(use_gpu=None)", False),
        ("scaling_config=ScalingConfig(use_gpu=True)", True),
        ("scaling_config=ScalingConfig(use_gpu=GPU)", True),
        ("scaling_config=ScalingConfig(use_gpu=options.gpu)", None),
        ("scaling_config=ScalingConfig(1, 2, True)", None),
        ("**options", None),
    ],
)
def test_whether_workers_have_a_gpu(arguments: str, expected: bool | None) -> None:
    assert uses_gpu(trainer_of(arguments, before="GPU = True")) is expected


@pytest.mark.parametrize(
    ("started", "expected"),
    [
        ("", None),
        ("ray.init()", None),
        ("ray.init(num_cpus=4)", {"CPU": 4}),
        ("ray.init(num_cpus=4, num_gpus=1)", {"CPU": 4, "GPU": 1}),
        ("ray.init(num_cpus=4 if small else 8)", {"CPU": 8}),
        ("ray.init(num_cpus=size())", None),
        ("ray.init('auto')", None),
        ("ray.init(**options)", None),
        ("ray.init(num_cpus=4)\nray.init(address='auto')", None),
    ],
)
def test_what_ray_was_started_with_is_known(started: str, expected: dict[str, float] | None) -> None:
    known = known_cluster(module_of(HEAD + started))
    assert (known.resources if known is not None else None) == expected


def test_what_the_caller_knows_comes_first() -> None:
    text = module_of(HEAD + "ray.init(num_cpus=4)\n")
    module = Module(text.source, text.tree, Cluster({"CPU": 16.0}, name="this playground"))
    known = known_cluster(module)
    assert known is not None
    assert (known.resources, known.name, known.complete) == ({"CPU": 16.0}, "this playground", True)


@pytest.mark.parametrize(
    ("arguments", "after", "expected"),
    [
        ("", "", set()),
        ("datasets=None", "", set()),
        ("datasets={'train': data}", "", {"train"}),
        ("datasets=DATA", "", {"a"}),
        ("datasets=DATA", "print(DATA)", {"a"}),
        ("datasets=DATA", "DATA['b'] = 1", None),
        ("datasets=DATA", "DATA.update(options)", None),
        ("datasets=DATA", "change(DATA)", None),
        ("datasets=DATA", "change(into=DATA)", None),
        ("datasets={**options}", "", None),
        ("datasets=options", "", None),
        ("**options", "", None),
    ],
)
def test_which_datasets_are_given(arguments: str, after: str, expected: set[str] | None) -> None:
    found = datasets_of(trainer_of(arguments, before="DATA = {'a': 1}", after=after))
    assert (set(found) if found is not None else None) == expected


@pytest.mark.parametrize(
    ("arguments", "given", "keys"),
    [
        ("", False, set()),
        ("train_loop_config=None", False, set()),
        ("train_loop_config={}", False, set()),
        ("train_loop_config={'lr': 1}", True, {"lr"}),
        ("train_loop_config=options", True, None),
    ],
)
def test_the_configuration_that_is_given(arguments: str, given: bool, keys: set[str] | None) -> None:
    trainer = trainer_of(arguments)
    found = config_of(trainer)
    assert gives_config(trainer) is given
    assert (set(found) if found is not None else None) == keys


@pytest.mark.parametrize(
    ("function", "loop", "expected"),
    [
        ("def f(): pass", "f", (0, None)),
        ("def f(config): pass", "f", (1, "config")),
        ("def f(config, other=1): pass", "f", (1, "config")),
        ("def f(config=None): pass", "f", (0, "config")),
        ("def f(config, /): pass", "f", (1, "config")),
        ("def f(a, b): pass", "f", (2, "a")),
        ("def f(*rest): pass", "f", (1, None)),
        ("def f(config, *rest): pass", "f", (2, "config")),
        ("def f(*, a): pass", "f", (0, None)),
        ("def f(**named): pass", "f", (0, None)),
        ("def f(a, b): pass", "partial(f, 1)", (1, "b")),
        ("def f(a, b): pass", "partial(partial(f, 1), 2)", (0, None)),
        ("def f(a, b): pass", "partial(f, b=1)", (1, "a")),
        ("def f(a, b, *c): pass", "partial(f, b=1)", (1, "a")),
        ("def f(a): pass", "lambda config: f(config)", (1, "config")),
        ("def f(a): pass\ng = f", "g", (1, "a")),
        ("def f(a): pass", "partial(f, *options)", None),
        ("@decorate\ndef f(a=1): pass", "f", None),
        ("", "options.loop", None),
    ],
)
def test_how_ray_train_sees_the_loop(function: str, loop: str, expected: tuple[int, str | None] | None) -> None:
    trainer = module_of(f"{HEAD}\n{function}\nTorchTrainer({loop})\n").trainers[0]
    signature = signature_of(trainer)
    found = (signature.required, signature.first.arg if signature.first else None) if signature else None
    assert found == expected


def test_only_one_close_name_is_a_misspelling() -> None:
    assert only_close_name("trian", {"train", "val"}) == "train"
    assert only_close_name("epoch", {"epochs", "lr"}) == "epochs"
    assert only_close_name("batch_sise", {"batch_size", "batch_sizes"}) is None
    assert only_close_name("test", {"train", "val"}) is None
