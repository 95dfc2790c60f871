"""RTL226: a label that no node has."""

from __future__ import annotations

from collections.abc import Iterator

from ..arguments import argument
from ..cluster import Cluster
from ..configuration import configs
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..values import constant, entries

_OPERATORS = ("!", "in(")
_OF_RAY = "ray.io/"
"""Ray itself gives these to nodes, as it finds them."""


class LabelOfNoNode(Rule):
    """`label_selector` asks for a label that no node has.

    ## What it does
    Compares the literal `label_selector` of a `ScalingConfig` with the labels of the nodes, where the caller of the
    linter knows them. Selectors with `!` or `in(...)` are left alone.

    ## Why is this bad?
    A worker starts only on a node whose labels the selector accepts, and a node gets its labels when it is started. Ray
    waits for such a node without end, and `fit()` never returns.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, label_selector={"zone": "east"})).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Since a `ScalingConfig` takes a `label_selector`, which came with Train V2.
    """

    code = "RTL226"
    name = "label-of-no-node"
    severity = "error"
    needs_cluster = True
    needs_of_cluster = "labels"
    example_cluster = Cluster({"CPU": 16.0}, labels={"zone": frozenset({"west"})})
    symptoms = ("The run never starts although enough CPUs are free: the workers wait for a node with a label.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        cluster = module.cluster
        if cluster is None or cluster.labels is None:
            return
        for config in configs(module, "ScalingConfig"):
            given = argument(config, "label_selector")
            for name, wanted in (entries(module, given) or {}).items() if given is not None else ():
                value = constant(module, wanted)
                if not isinstance(value, str) or value.startswith(_OPERATORS) or name.startswith(_OF_RAY):
                    continue
                if value not in cluster.labels.get(name, ()):
                    yield self.at(
                        module,
                        wanted,
                        f"No node of {cluster.name} has the label {name}={value}: the run waits for one for ever.",
                        "Leave `label_selector` out, or select a label that a node has.",
                    )
