"""RTL402: a configuration or a trainer of Train V1, which Train V2 refuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..migrating import Migrations
from ..module import Module
from ..old_api import MOVED
from ..old_uses import given, is_prepared_for, leaves_alone, uses_tune
from ..rule import Rule

_NEW = {name: old.moved_to for name, old in MOVED.items() if old.moved_to}
_CONFIG = "This configuration is of {}, and a trainer of Train V2 refuses it."
_TRAINER = "This trainer is of Train V1, and making it raises under Train V2."


class MovedClass(Rule):
    """A configuration or a trainer of Train V1 is made, and Train V2 does not take it.

    ## What it does
    Looks for `RunConfig`, `ScalingConfig`, `FailureConfig` and `CheckpointConfig` of `ray.air` or `ray.tune`, and for
    trainers out of the modules of Train V1 (`ray.train.torch.torch_trainer`, `ray.train.data_parallel_trainer`). They
    have the same names as today's. In a file that also uses Ray Tune, a configuration counts only if it reaches a
    trainer.

    ## Why is this bad?
    The trainer looks at the class of what it is given and raises a ValueError; a trainer of Train V1 raises a
    DeprecationWarning as soon as it is made.

    ## Example
    ```python
    from ray import train
    from ray.air.config import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"loss": 0.1})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"loss": 0.1})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default.
    """

    code = "RTL402"
    name = "moved-class"
    severity = "error"
    symptoms = (
        "ValueError: Invalid `ScalingConfig` type: <class 'ray.air.config.ScalingConfig'>.",
        "DeprecationWarning: Detected use of a deprecated Trainer import.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        yield from self._derived(module)
        calls = module.index.calls_to(*MOVED)
        if not calls:
            return
        reaching = _reaching_a_trainer(module) if uses_tune(module) else None
        # Ray Tune takes the old configurations still, and not those of Ray Train.
        stays = reaching is not None and any(call not in reaching for call in calls if _is_config(module, call))
        migrations = Migrations(module, _NEW, "Take it from where it is today")
        for call in calls:
            is_config = _is_config(module, call)
            if is_prepared_for(module, call) or (is_config and reaching is not None and call not in reaching):
                continue
            name = module.qualified(call.func) or ""
            old = MOVED[name]
            what = _CONFIG.format("Ray Tune" if name.startswith("ray.tune.") else "Ray AIR") if is_config else _TRAINER
            fix = migrations.of(call.func) if old.moved_to and not (is_config and stays) else None
            yield self.at(module, call.func, what, old.instead, fix)

    def _derived(self, module: Module) -> Iterator[Diagnostic]:
        """Classes of the file that derive from a trainer of Train V1."""
        for derived in module.index.all(ast.ClassDef):
            for base in derived.bases:
                old = MOVED.get(module.qualified(base) or "")
                if old is not None and old.raises == "DeprecationWarning" and not is_prepared_for(module, derived):
                    yield self.at(module, base, _TRAINER, old.instead)


def _is_config(module: Module, call: ast.Call) -> bool:
    return (module.qualified(call.func) or "").startswith(("ray.air.", "ray.tune."))


def _reaching_a_trainer(module: Module) -> set[ast.expr]:
    """The configurations that a trainer is given, and those inside them."""
    found: set[ast.expr] = set()
    for trainer in module.trainers:
        for name in ("run_config", "scaling_config"):
            found.update(given(module, trainer.call, name))
    for config in [*found, *module.index.calls_to("ray.train.RunConfig")]:
        if isinstance(config, ast.Call):
            for name in ("failure_config", "checkpoint_config"):
                found.update(given(module, config, name))
    return found
