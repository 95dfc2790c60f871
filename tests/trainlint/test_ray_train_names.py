from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys

import pytest

from trainlint.ray_train_names import NAMES, OF_THE_CONTEXT, SUBMODULES, is_missing, meant


def test_what_is_not_there_is_missing() -> None:
    assert is_missing("ray.train.torch", "prepare_dataloader")
    assert is_missing("ray.train", "get_world_rank")
    assert not is_missing("ray.train.torch", "prepare_data_loader")
    assert not is_missing("ray.data", "whatever")
    assert not is_missing("ray.train", "world_rank")  # which another rule tells


@pytest.mark.parametrize(
    ("module", "name", "other"),
    [
        ("ray.train.torch", "prepare_dataloader", "ray.train.torch.prepare_data_loader"),
        ("ray.train", "get_world_rank", "ray.train.get_context().get_world_rank()"),
        ("ray.train", "TorchTrainer", "ray.train.torch.TorchTrainer"),
        ("ray.train.torch", "ScalingConfig", "ray.train.ScalingConfig"),
        ("ray.train", "get_datashard", "ray.train.get_dataset_shard"),
        ("ray.train", "quicksort", None),
    ],
)
def test_what_was_meant_is_found(module: str, name: str, other: str | None) -> None:
    assert meant(module, name) == other


@pytest.mark.ray
@pytest.mark.parametrize("module", NAMES)
def test_the_names_are_those_of_ray(module: str) -> None:
    there = {name for name in dir(importlib.import_module(module)) if not name.startswith("_")}

    assert there <= NAMES[module]


@pytest.mark.ray
@pytest.mark.parametrize("module", NAMES)
def test_no_name_is_known_that_cannot_be_asked_for(module: str) -> None:
    package = importlib.import_module(module)
    parts = [name for name in NAMES[module] if not hasattr(package, name)]

    assert all(importlib.util.find_spec(f"{module}.{name}") for name in parts)


@pytest.mark.ray
def test_modules_that_have_to_be_imported_are_there_and_come_with_nothing_else() -> None:
    asked = "import ray.train, ray.train.torch\nprint(*(name for name in dir(ray.train)))"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)

    assert not SUBMODULES & set(found.stdout.split())
    assert all(importlib.util.find_spec(f"ray.train.{name}") for name in SUBMODULES)


@pytest.mark.ray
def test_what_is_of_the_context_is_there() -> None:
    from ray.train import TrainContext

    assert all(hasattr(TrainContext, name) for name in OF_THE_CONTEXT)
