"""RTL412: a trainer is given to a `Tuner`."""

from __future__ import annotations

from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..module import Module
from ..old_uses import is_prepared_for, is_trainer, leaves_alone
from ..rule import Rule


class TrainerGivenToTuner(Rule):
    """A trainer is given to Ray Tune's `Tuner`.

    ## What it does
    Looks for `Tuner(trainer)`, where the trainer is made in the same file.

    ## Why is this bad?
    A trainer of Train V2 is nothing that Ray Tune can run: `Tuner` raises a TuneError. Give it a function that makes
    the trainer and calls `fit()`.

    ## Example
    ```python
    from ray import train, tune
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        train.report({"loss": config["lr"]})

    trainer = TorchTrainer(
        train_loop,
        train_loop_config={"lr": 0.1},
        scaling_config=ScalingConfig(num_workers=2),
    )
    tune.Tuner(trainer, param_space={"train_loop_config": {"lr": tune.grid_search([0.1, 0.01])}}).fit()
    ```

    ## Use instead
    ```python
    from ray import train, tune
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        train.report({"loss": config["lr"]})

    def trial(config):
        TorchTrainer(
            train_loop,
            train_loop_config=config,
            scaling_config=ScalingConfig(num_workers=2),
        ).fit()

    tune.Tuner(trial, param_space={"lr": tune.grid_search([0.1, 0.01])}).fit()
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default.
    """

    code = "RTL412"
    name = "trainer-given-to-tuner"
    severity = "error"
    symptoms = ("TuneError: Improper 'run' - not string nor trainable.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to("ray.tune.Tuner", "ray.tune.tuner.Tuner")
        if not calls or leaves_alone(module):
            return
        for call in calls:
            given = argument(call, "trainable", 0)
            if given is not None and is_trainer(module, given) and not is_prepared_for(module, call):
                yield self.at(
                    module,
                    given,
                    "`Tuner` cannot run a trainer of Train V2 and raises TuneError.",
                    "Give it a function that makes the trainer with its `config` and calls `fit()`.",
                )
