"""RTL403: the session of Train V1, of which nothing comes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..migrating import Migrations
from ..module import Module
from ..old_api import SESSION
from ..old_uses import leaves_alone, uses_tune
from ..rule import Rule

_NEW = {name: old.moved_to for name, old in SESSION.items() if old.moved_to}


class OldSession(Rule):
    """The session of Ray AIR is asked or reported to, and no worker of Train V2 has one.

    ## What it does
    Looks for calls of `ray.air.session.report`, `get_world_rank` and their like, and of `get_context` out of
    `ray.train.context`. In a file that also uses Ray Tune, where the session still is one, only calls that a training
    loop reaches count.

    ## Why is this bad?
    Nothing fails. `report` does nothing, so no metrics and no checkpoint arrive; `get_world_rank()` is 0 and
    `get_world_size()` is 1 on every rank; `get_checkpoint()` and `get_dataset_shard()` are None. One warning is
    printed.

    ## Example
    ```python
    from ray.air import session
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            session.report({"loss": 1.0 / (epoch + 1)})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            train.report({"loss": 1.0 / (epoch + 1)})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default. Train V1 had taken the functions into `ray.train` in 2.7.
    """

    code = "RTL403"
    name = "old-session"
    severity = "warning"
    symptoms = (
        "The run ends without an error, and none of my metrics or checkpoints arrived.",
        "Every worker says that it is rank 0 of 1.",
        "`report` is meant to only be called inside a function that is executed by a Tuner or Trainer.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to(*SESSION)
        if not calls or leaves_alone(module):
            return
        within: set[ast.AST] | None = None
        if uses_tune(module):
            within = {node for trainer in module.trainers if trainer.loop for node in trainer.loop.index.calls}
        all_count = within is None or within.issuperset(calls)
        # Train V2 wants the name of the dataset, which the session could do without.
        certain = all_count and all(
            call.args or call.keywords
            for call in calls
            if (module.qualified(call.func) or "").endswith(".get_dataset_shard")
        )
        migrations = Migrations(module, _NEW, "Use `ray.train` in its place")
        for call in calls:
            if within is not None and call not in within:
                continue
            name = module.qualified(call.func) or ""
            old = SESSION[name]
            yield self.at(
                module,
                call.func,
                f"Workers of Train V2 have no session, so this {_comes_to(name)}.",
                old.instead,
                migrations.of(call.func) if old.moved_to and certain else None,
            )


def _comes_to(name: str) -> str:
    match name.rsplit(".", 1)[-1]:
        case "report":
            return "report goes nowhere"
        case "get_world_size":
            return "is 1 on every rank"
        case "get_world_rank" | "get_local_rank" | "get_node_rank" | "get_local_world_size":
            return "is 0 on every rank"
        case "get_context":
            return "context knows no rank but 0"
    return "gives None"
