"""RTL121: rows that were divided among the ranks already are divided once more."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..batches import Reading, parallel_loops
from ..diagnostic import Diagnostic
from ..loaders import PREPARES, SAMPLERS, adds_a_sampler, loaders_given_to
from ..loop import TrainLoop
from ..module import Module
from ..node_index import last_word
from ..ranks import RankValues
from ..ray_data import shards_of
from ..reach import Reach
from ..rule import Rule

_SPLITTERS = frozenset({"shard", "split_dataset_by_node"})


class ShardedTwice(Rule):
    """The rows of a rank are divided among the ranks once more.

    ## What it does
    Looks for a data set that is cut by rank (`rows[rank::world_size]`, `Subset` with a range by rank, `.shard(...)`)
    and is then given to a `DistributedSampler` or to `prepare_data_loader`, which adds one; and for a loop that skips
    batches by rank though its loader, or its Ray Data shard, holds only this rank's rows.

    ## Why is this bad?
    Each division leaves a rank its share of what it is given. After two of them, two ranks train on half of the rows
    and four on a quarter, and the rest is never read.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch.utils.data import DataLoader, TensorDataset

    def train_loop():
        rank = train.get_context().get_world_rank()
        world_size = train.get_context().get_world_size()
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        points = torch.linspace(0, 1, 64).unsqueeze(1)
        points = points[rank::world_size]
        loader = train.torch.prepare_data_loader(DataLoader(TensorDataset(points), batch_size=8))
        for (inputs,) in loader:
            loss = torch.nn.functional.mse_loss(model(inputs), 2 * inputs)
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
    from torch.utils.data import DataLoader, TensorDataset

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        points = torch.linspace(0, 1, 64).unsqueeze(1)
        loader = train.torch.prepare_data_loader(DataLoader(TensorDataset(points), batch_size=8))
        for (inputs,) in loader:
            loss = torch.nn.functional.mse_loss(model(inputs), 2 * inputs)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    As old as `prepare_data_loader`. A `DistributedSampler` of one's own is no second division: a loader that has one
    keeps it.
    """

    code = "RTL121"
    name = "sharded-twice"
    severity = "warning"
    symptoms = (
        "An epoch has far fewer steps than rows divided by batch size and workers.",
        "With more workers the model sees less of the data.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        loops = parallel_loops(module)
        ranks = module.ranks if loops else None
        if ranks is None:
            return
        found: set[ast.AST] = set()
        for loop in loops:
            for place, dataset in _divisions(module, loop):
                reach = Reach.of(module, loop, dataset)
                if place in found or reach.is_a_stream or not reach.is_in_sight:
                    continue  # a stream is left alone, however it is divided
                if _is_cut_by_rank(module, ranks, reach):
                    found.add(place)
                    yield self._finding(module, place.func)
        for reading in module.readings:
            skip = _skips_by_rank(reading, ranks)
            if skip is not None and skip not in found:
                found.add(skip)
                yield self._finding(module, skip)

    def _finding(self, module: Module, place: ast.expr) -> Diagnostic:
        return self.at(
            module,
            place,
            "These rows are divided among the ranks a second time here, so part of them is never read.",
            "Divide once: leave it to `prepare_data_loader` or to the data set of the trainer.",
        )


def _divisions(module: Module, loop: TrainLoop) -> Iterator[tuple[ast.Call, ast.expr]]:
    """The calls that divide a data set among all ranks, and that data set."""
    for prepare in loop.index.calls_to(*PREPARES):
        for loader in loaders_given_to(module, prepare):
            sampler = argument(loader.call, "sampler", 3) or argument(loader.call, "batch_sampler", 4)
            if loader.dataset is not None and sampler is None and adds_a_sampler(module, loader):
                yield prepare, loader.dataset
    for sampler_call in loop.index.calls_to(*SAMPLERS):
        dataset = argument(sampler_call, "dataset", 0)
        by_default = len(sampler_call.args) < 2 and argument(sampler_call, "num_replicas") is None
        if dataset is not None and by_default and not has_unseen_arguments(sampler_call):
            yield sampler_call, dataset


def _is_cut_by_rank(module: Module, ranks: RankValues, reach: Reach) -> bool:
    for node in reach.nodes:
        match node:
            case ast.Subscript(slice=ast.Slice(lower=ast.expr() as lower)) if ranks.mentions_rank(lower):
                return True
            case ast.Call(args=[first, _, *_]) if module.qualified(node.func) == "builtins.range":
                if ranks.mentions_rank(first):
                    return True
            case ast.Call() if last_word(node.func) in _SPLITTERS and ranks.mentions_rank(node):
                return True
            case ast.comprehension(ifs=tests) if any(_picks_by_rank(ranks, test) for test in tests):
                return True
    return False


def _picks_by_rank(ranks: RankValues, test: ast.expr) -> bool:
    """`number % world_size == rank`, either way round."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
            sides = [left, right]
            remainder = any(isinstance(side, ast.BinOp) and isinstance(side.op, ast.Mod) for side in sides)
            return remainder and any(ranks.varies(side) for side in sides)
    return False


def _skips_by_rank(reading: Reading, ranks: RankValues) -> ast.expr | None:
    """The test of `if number % world_size != rank: continue`, in a loop over what is this rank's own already."""
    if not isinstance(reading.place, ast.For):
        return None
    tests = [
        statement.test
        for statement in reading.place.body
        if isinstance(statement, ast.If)
        and isinstance(statement.body[-1], ast.Continue)
        and _picks_by_rank(ranks, statement.test)
    ]
    if not tests:
        return None
    loaders = reading.loaders
    own = all(adds_a_sampler(reading.module, loader) for loader in loaders)
    return tests[0] if (loaders and own) or shards_of(reading.module, reading.iterated) else None
