"""What the installed Ray does with each entry of the linter's table of old APIs.

Run as a program with a folder to work in, it prints a JSON object: for each entry, by its name, what came of it: the
exception (with all its bases), the warnings, or the value. Most of it happens before any cluster is needed; the rest
in one run of two ranks and one trial, in a Ray of its own. That keeps Ray out of the process of the tests.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
import os
import re
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from trainlint import old_api

Outcome = dict[str, Any]


def outcome(use: Callable[[], Any]) -> Outcome:
    """What comes of `use`."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = use()
        except BaseException as error:
            return {"raised": [kind.__name__ for kind in type(error).__mro__], "text": str(error)[:200]}
    told = [kind.__name__ for warning in caught for kind in warning.category.__mro__]
    return {"warned": told, "value": repr(value)[:200]}


def bring(name: str) -> Any:
    """What `from a.b import c` gives for the name `a.b.c`."""
    package, _, last = name.rpartition(".")
    found: dict[str, Any] = {}
    exec(f"from {package} import {last}", found)
    return found[last]


def missing(name: str) -> Outcome:
    """What importing `name` comes to; where another package is missing first, whether Ray's own text binds it."""
    found = outcome(lambda: bring(name))
    if "ImportError" in found.get("raised", ()) and "isn't installed" in found["text"]:
        package, _, last = name.rpartition(".")
        spec = importlib.util.find_spec(package.rpartition(".")[0])
        assert spec is not None
        assert spec.submodule_search_locations
        file = Path(spec.submodule_search_locations[0], package.rpartition(".")[2], "__init__.py")
        bound = {
            alias.asname or alias.name
            for node in ast.walk(ast.parse(file.read_text()))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert len(bound) > 1, file
        found["bound"] = last in bound
    return found


def loop() -> None:
    """A training loop."""


def without_a_cluster() -> dict[str, Outcome]:
    """Everything that Ray answers in the driver."""
    import ray.air
    import ray.train
    import ray.tune
    from ray.train.torch import TorchTrainer

    found = {name: missing(name) for name in old_api.REMOVED}

    run = ray.train.RunConfig
    refusing: dict[str, Callable[[Any], Any]] = {
        "RunConfig": lambda config: TorchTrainer(loop, run_config=config),
        "ScalingConfig": lambda config: TorchTrainer(loop, scaling_config=config),
        "FailureConfig": lambda config: run(failure_config=config),
        "CheckpointConfig": lambda config: run(checkpoint_config=config),
    }
    for name in old_api.MOVED:
        made = bring(name)
        word = name.rpartition(".")[2]
        if word in refusing:
            found[name] = outcome(lambda made=made, word=word: refusing[word](made()))  # type: ignore[misc]
        elif word == "BaseTrainer":
            own = type("Own", (made,), {"training_loop": loop})
            found[name] = outcome(lambda own=own: own())  # type: ignore[misc]
        else:
            found[name] = outcome(lambda made=made: made(loop))  # type: ignore[misc]

    for name in old_api.FUNCTIONS:
        function = bring(name)
        given = () if name.endswith("accelerate") else (None,)
        found[name] = outcome(lambda function=function, given=given: function(*given))  # type: ignore[misc]

    for name, arguments in old_api.ARGUMENTS.items():
        for argument in arguments:
            found[f"{name}({argument})"] = outcome(lambda name=name, argument=argument: make(name, argument, 1))  # type: ignore[misc]
            found[f"{name}({argument}=None)"] = outcome(
                lambda name=name, argument=argument: make(name, argument, None)  # type: ignore[misc]
            )

    checkpoint = ray.train.Checkpoint.from_directory("/tmp")
    for name in old_api.CHECKPOINT_MEMBERS:
        found[f"Checkpoint.{name}"] = outcome(lambda name=name: getattr(ray.train.Checkpoint, name))  # type: ignore[misc]
        found[f"checkpoint.{name}"] = outcome(lambda name=name: getattr(checkpoint, name))  # type: ignore[misc]

    trainer = TorchTrainer(loop)
    for name in old_api.TRAINER_MEMBERS:
        found[f"trainer.{name}"] = outcome(lambda name=name: getattr(trainer, name)("/tmp"))  # type: ignore[misc]

    for name in old_api.FRAMEWORK_CHECKPOINTS:
        found[name] = outcome(lambda name=name: bring(name).from_state_dict({}))  # type: ignore[misc]

    for name in old_api.TUNE_CALLBACKS:
        found[name] = outcome(lambda name=name: run(callbacks=[object.__new__(bring(name))]))  # type: ignore[misc]

    tables = (old_api.REMOVED, old_api.MOVED, old_api.SESSION, old_api.FUNCTIONS)
    for target in {old.moved_to.split("()")[0] for table in tables for old in table.values() if old.moved_to}:
        found[f"moved to {target}"] = outcome(lambda target=target: bring(target))  # type: ignore[misc]

    found["Tuner(trainer)"] = outcome(lambda: ray.tune.Tuner(trainer))
    return found


_OTHER_TRAINERS = {
    "ray.train.tensorflow.TensorflowTrainer": "v2/tensorflow/tensorflow_trainer.py",
    "ray.train.lightgbm.LightGBMTrainer": "v2/lightgbm/lightgbm_trainer.py",
    "ray.train.xgboost.XGBoostTrainer": "v2/xgboost/xgboost_trainer.py",
}
"""Trainers that cannot be made without their framework, and where their text is."""


def make(name: str, argument: str, value: Any) -> Any:
    """`name(argument=value)`, with the loop or the model that it also needs."""
    if name in _OTHER_TRAINERS:
        return handed_on(_OTHER_TRAINERS[name], argument, value)
    needed = (None,) if name.endswith("prepare_model") else (loop,) if name.endswith("Trainer") else ()
    return bring(name)(*needed, **{argument: value})


def handed_on(file: str, argument: str, value: Any) -> Any:
    """What another trainer does, read from its text: it refuses the argument itself, hands it on to the class that all
    trainers share, or has none of that name."""
    import ray.train
    from ray.train.v2.api.data_parallel_trainer import DataParallelTrainer

    text = Path(ray.train.__path__[0], file).read_text()
    refused = re.search(rf"\b{argument} is not None\b[^:]*:\s+raise (\w+)\(", text)
    if refused and value is not None:
        raise {"DeprecationWarning": DeprecationWarning}[refused[1]](argument)
    if refused:
        return DataParallelTrainer(loop)
    assert f"{argument}={argument}," in text or argument not in text
    return DataParallelTrainer(loop, **{argument: value})


def in_a_worker(config: dict[str, str]) -> None:
    """What a rank of a run meets; the last one writes it down."""
    from ray import train

    context = train.get_context()
    found: dict[str, Outcome] = {}
    for name in old_api.SESSION:
        function = bring(name)
        given = ({"loss": 1.0},) if name.endswith("report") else ()
        found[name] = outcome(lambda function=function, given=given: function(*given))  # type: ignore[misc]
    old = bring("ray.train.context.get_context")()
    found["the old context's rank"] = outcome(old.get_world_rank)
    found["the old context's size"] = outcome(old.get_world_size)
    for name in old_api.CONTEXT_MEMBERS:
        found[f"context.{name}"] = outcome(getattr(context, name))
    found["report(loss=)"] = outcome(lambda: train.report(loss=1.0))
    for name, of in old_api.FUNCTIONS.items():
        if of.raises == "SessionMisuseError":
            found[name] = outcome(lambda name=name: bring(name)(None))  # type: ignore[misc]
    if context.get_world_rank() == 1:
        Path(config["file"]).write_text(json.dumps(found))


def in_a_trial(config: dict[str, str]) -> None:
    """What a function meets that Ray Tune runs."""
    from ray import train, tune

    found = {
        "ray.train.report in a trial": outcome(lambda: train.report({"loss": 1.0})),
        "ray.train.get_context in a trial": outcome(train.get_context),
        "ray.train.get_checkpoint in a trial": outcome(train.get_checkpoint),
    }
    Path(config["file"]).write_text(json.dumps(found))
    tune.report({"loss": 1.0})


def asking_for_a_shard() -> None:
    """A loop that reads its part of a dataset."""
    from ray import train

    train.get_dataset_shard("train")


def with_a_cluster(folder: Path) -> dict[str, Outcome]:
    """What only a worker or a finished run can tell."""
    import ray.data
    from ray import train, tune
    from ray.train.torch import TorchTrainer

    ray.init(address="local", num_cpus=4, include_dashboard=False, _temp_dir=str(folder / "ray"))
    try:
        trainer = TorchTrainer(
            in_a_worker,
            train_loop_config={"file": str(folder / "worker.json")},
            scaling_config=train.ScalingConfig(num_workers=2),
            run_config=train.RunConfig(name="proof", storage_path=str(folder / "results")),
        )
        result = trainer.fit()
        found = {f"result.{name}": outcome(lambda name=name: getattr(result, name)) for name in old_api.RESULT_MEMBERS}  # type: ignore[misc]
        reading = TorchTrainer(
            asking_for_a_shard,
            scaling_config=train.ScalingConfig(num_workers=1),
            run_config=train.RunConfig(name="reading", storage_path=str(folder / "results")),
            datasets={"train": ray.data.range(4)},
            dataset_config={"train": {"split": True}},  # type: ignore[arg-type]
        )
        found["dataset_config={}"] = outcome(reading.fit)
        tune.Tuner(
            in_a_trial,
            param_space={"file": str(folder / "trial.json")},
            run_config=tune.RunConfig(name="trials", storage_path=str(folder / "results")),
        ).fit()
    finally:
        ray.shutdown()
    for name in ("worker.json", "trial.json"):
        found.update(json.loads((folder / name).read_text()))
    return found


if __name__ == "__main__":
    os.environ.setdefault("RAY_TRAIN_HEALTH_CHECK_INTERVAL_S", "0.1")
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as place:
        answer = {**without_a_cluster(), **with_a_cluster(Path(place))}
    Path(sys.argv[1]).write_text(json.dumps(answer))
