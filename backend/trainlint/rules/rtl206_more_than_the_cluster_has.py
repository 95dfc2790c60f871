"""RTL206: the workers need more than the cluster has."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from ..arguments import argument
from ..cluster import Cluster
from ..configuration import Known, known_cluster, resources_per_worker, scaling_of
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..trainer import Trainer

_ALWAYS_LISTED = frozenset({"CPU", "GPU", "TPU"})


class MoreThanTheClusterHas(Rule):
    """The workers together need more than the cluster has.

    ## What it does
    Multiplies the number of workers with what each reserves, and compares it with the cluster: the one that the caller
    of the linter knows of, or else the one that `ray.init(num_cpus=...)` starts in the same file. Of a range of workers
    the smaller end counts. Where the caller knows what one node has, each worker is compared with that too.

    ## Why is this bad?
    Ray Train hopes for more nodes. It asks for the workers, gives up after a minute, and asks again without end, so
    `fit()` never returns and never fails.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    ray.init(num_cpus=4)
    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=8)).fit()
    ```

    ## Use instead
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    ray.init(num_cpus=4)
    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=4)).fit()
    ```

    ## Since which Ray
    Train V2 tries again without end; `FailureConfig(controller_failure_limit=1)` makes it an error. A cluster with an
    autoscaler may refuse at once.
    """

    code = "RTL206"
    name = "more-than-the-cluster-has"
    severity = "error"
    needs_cluster = True
    symptoms = (
        "The run never starts: The worker group startup timed out after 60.0 seconds waiting for 8 workers.",
        "fit() never returns and nothing is trained.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        cluster = known_cluster(module)
        for trainer in module.trainers if cluster is not None else ():
            workers, each = min(trainer.workers or {0}), resources_per_worker(trainer)
            if cluster is None or workers < 1 or each is None:
                continue
            large = _too_large(module.cluster, each)
            if large is not None:
                yield self.at(
                    module,
                    _place(trainer, large),
                    f"One worker with {each[large]:g} {large} is asked for, and no node of {cluster.name} has that: the"
                    " run waits for ever.",
                    "Let each worker reserve less in `resources_per_worker`: it has to fit on one node.",
                )
                continue
            short = next((name for name, amount in each.items() if _is_short(cluster, name, amount * workers)), None)
            if short is not None:
                yield self.at(
                    module,
                    _place(trainer, short),
                    f"{_needed(workers, each[short], short)}, and {cluster.name} has {_has(cluster, short)}: the run"
                    " waits for ever.",
                    "Ask for fewer workers, or for less in `resources_per_worker`.",
                )


def _too_large(cluster: Cluster | None, each: Mapping[str, float]) -> str | None:
    """A resource of which a worker needs more than any one node has, though the cluster has it."""
    node = {} if cluster is None or cluster.node is None else cluster.node
    return next((name for name, amount in each.items() if 0 < node.get(name, 0.0) < amount - 1e-9), None)


def _is_short(cluster: Known, name: str, needed: float) -> bool:
    if name not in cluster.resources and not (cluster.complete and name in _ALWAYS_LISTED):
        return False
    return needed > cluster.resources.get(name, 0.0) + 1e-9


def _needed(workers: int, each: float, name: str) -> str:
    if workers == 1:
        return f"One worker with {each:g} {name} is asked for"
    return f"{workers} workers with {each:g} {name} each need {workers * each:g}"


def _has(cluster: Known, name: str) -> str:
    amount = cluster.resources.get(name, 0.0)
    return f"{amount:g}" if amount else "none"


def _place(trainer: Trainer, name: str) -> ast.expr:
    config = scaling_of(trainer)
    if config is None:
        return trainer.call.func
    return argument(config, "num_workers") or argument(config, "resources_per_worker") or config.func
