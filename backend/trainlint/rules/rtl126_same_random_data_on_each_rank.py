"""RTL126: every rank draws its training data with one and the same seed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument_keyword
from ..batches import parallel_loops
from ..diagnostic import Diagnostic
from ..loaders import DATA_LOADERS
from ..loop import TrainLoop
from ..module import Module
from ..node_index import last_word
from ..origins import makers
from ..reach import Reach
from ..rule import Rule

_WRAPPERS = frozenset(
    {
        "ray.train.torch.prepare_model",
        "torch.nn.parallel.DistributedDataParallel",
        "torch.nn.parallel.distributed.DistributedDataParallel",
    }
)
_DRAWS = frozenset(f"torch.{name}" for name in ("rand", "randn", "randint", "randperm", "normal"))
_SEEDS = frozenset({"torch.manual_seed", "torch.random.manual_seed", "ray.train.torch.enable_reproducibility"})
_GENERATORS = frozenset({"numpy.random.default_rng", "numpy.random.RandomState", "random.Random"})


class SameRandomDataOnEachRank(Rule):
    """The ranks draw the data they train on, and all with the same seed.

    ## What it does
    Looks, where several workers train, for input of the prepared model that is drawn at random in the loop, after a
    seed that does not depend on the rank. A seed before the model is made is good practice, and loops that read
    their data through a `DataLoader` or from Ray Data are left alone.

    ## Why is this bad?
    The same seed gives the same numbers. Every rank then trains on the same rows, the gradients that are averaged are
    equal, and more workers add nothing.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        torch.manual_seed(0)
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            inputs = torch.randn(8, 4)
            loss = model(inputs).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        torch.manual_seed(0)
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        generator = torch.Generator().manual_seed(train.get_context().get_world_rank())
        for epoch in range(3):
            inputs = torch.randn(8, 4, generator=generator)
            loss = model(inputs).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    With any: the seeds are torch's and NumPy's. Ray Train seeds no rank by itself.
    """

    code = "RTL126"
    name = "same-random-data-on-each-rank"
    severity = "info"
    symptoms = (
        "Every rank reports the same loss, to the last digit.",
        "Four workers learn no faster than one.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for loop in parallel_loops(module):
            drawn = _drawn_alike(module, loop)
            if drawn is not None:
                yield self.at(
                    module,
                    drawn.func,
                    "Maybe every rank draws the same rows here, because the seed is the same on all of them.",
                    "Put the rank into the seed of the data: `seed + train.get_context().get_world_rank()`.",
                )


def _drawn_alike(module: Module, loop: TrainLoop) -> ast.Call | None:
    index = loop.index
    if not index.calls_named("backward") or index.calls_to(*DATA_LOADERS, "ray.train.get_dataset_shard"):
        return None  # nothing is trained here, or what is drawn beside the data is noise
    if not index.calls_to(*_DRAWS, *_GENERATORS):
        return None
    seeded = _is_seeded_alike(module, loop)
    for call in index.calls:
        if not isinstance(call.func, ast.Name) or not call.args or not _is_wrapped(module, call.func):
            continue
        reach = Reach.of(module, loop, call.args[0])
        if reach.minds_the_rank or not reach.is_in_sight or reach.differs_by_chance:
            continue
        for node in reach.nodes:
            if isinstance(node, ast.Call) and _is_drawn(module, node, seeded, reach):
                return node
    return None


def _is_wrapped(module: Module, model: ast.Name) -> bool:
    return any(
        isinstance(maker, ast.Call) and module.qualified(maker.func) in _WRAPPERS
        for maker in makers(module, model) or ()
    )


def _is_drawn(module: Module, call: ast.Call, seeded: bool, reach: Reach) -> bool:
    name = module.qualified(call.func)
    if module.frame(call) is module.tree:
        return False
    if name in _GENERATORS:
        return bool(call.args or call.keywords)
    if name not in _DRAWS:
        return False
    if argument_keyword(call, "generator") is None:
        return seeded
    return any(isinstance(node, ast.Call) and last_word(node.func) == "manual_seed" for node in reach.nodes)


def _is_seeded_alike(module: Module, loop: TrainLoop) -> bool:
    """Whether torch's own generator is seeded in the loop, and each seed that it gets is the same on all ranks."""
    if loop.index.calls_to("torch.seed", "torch.random.seed", "torch.set_rng_state", "torch.random.fork_rng"):
        return False
    seeds = [call for call in loop.index.calls_named("manual_seed", "seed_everything", "set_seed") if call.args]
    reaches = [Reach.of(module, loop, *call.args) for call in seeds]
    if any(reach.minds_the_rank or reach.differs_by_chance or not reach.is_in_sight for reach in reaches):
        return False
    return bool(loop.index.calls_to(*_SEEDS))
