"""RTL146: a metric differs between ranks, and only that of rank 0 is kept."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..module import Module
from ..ranks import RankValues
from ..reaching import reaching
from ..rule import Rule
from ..values import constant
from ..wrapping import loops_on_several_ranks

_PLAIN = frozenset(
    f"builtins.{name}" for name in ("abs", "float", "int", "len", "list", "max", "min", "range", "round")
)
_MEANT = ("rank", "worker", "device", "node", "host", "pid", "id", "seed", "part", "shard")
_DEEPEST = 8


class MetricOfOneRank(Rule):
    """A reported value is made from the rank, and Ray keeps that of rank 0 alone.

    ## What it does
    Looks for values in the metrics of `ray.train.report` that are computed from the rank and so differ between the
    ranks for certain. A metric that is named after the rank, the worker or the device is left alone.

    ## Why is this bad?
    Every rank reports, and the result holds the metrics of rank 0: no mean and no sum is made. What the other ranks
    report reaches callbacks only. A number that stands for all ranks has to be brought together before the report.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        rows = 1000 + 10 * rank
        for epoch in range(3):
            train.report({"epoch": epoch, "rows": rows})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        rows = torch.tensor(1000 + 10 * rank, device=train.torch.get_device())
        torch.distributed.all_reduce(rows)
        for epoch in range(3):
            train.report({"epoch": epoch, "rows": rows.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always.
    """

    code = "RTL146"
    name = "metric-of-one-rank"
    severity = "info"
    symptoms = (
        "The metrics of the run are those of one worker.",
        "result.metrics does not change when other ranks do worse.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        ranks = module.ranks
        loops = loops_on_several_ranks(module)
        if ranks is None or not any(loop.index.calls_named("get_world_rank", "get_rank") for loop in loops):
            return
        found: set[ast.expr] = set()
        for loop in loops:
            for report in loop.reports:
                for key, value in _entries(module, report):
                    name = constant(module, key)
                    if not isinstance(name, str) or any(word in name.lower().split("_") for word in _MEANT):
                        continue
                    if value not in found and _differs(module, ranks, value, 0):
                        found.add(value)
                        yield self.at(
                            module,
                            value,
                            "This differs between ranks, and the metrics of the run are those of rank 0: maybe the"
                            " others are missed.",
                            "Bring it together before the report, with `torch.distributed.all_reduce` for instance.",
                        )


def _entries(module: Module, report: ast.Call) -> Iterator[tuple[ast.expr, ast.expr]]:
    metrics = argument(report, "metrics", 0)
    written = module.value(metrics) if metrics is not None else None
    if isinstance(written, ast.Dict):
        for key, value in zip(written.keys, written.values, strict=True):
            if key is not None:
                yield key, value


def _differs(module: Module, ranks: RankValues, value: ast.expr, depth: int) -> bool:
    """Whether `value` is plain arithmetic with the rank in it. What passes through a call out of sight, or is chosen by
    the rank on purpose, does not count."""
    if depth > _DEEPEST:
        return False
    match value:
        case ast.Name():
            made = [binding.value for binding in reaching(module, value) if binding.kind == "assignment"]
            return len(made) == 1 and made[0] is not None and _differs(module, ranks, made[0], depth + 1)
        case ast.BinOp(left=left, right=right):
            return any(_differs(module, ranks, side, depth + 1) for side in (left, right))
        case ast.Call() if module.qualified(value.func) in _PLAIN:
            return any(_differs(module, ranks, given, depth + 1) for given in value.args)
        case ast.Subscript(slice=ast.Slice() as part):
            bounds = [bound for bound in (part.lower, part.upper, part.step) if bound is not None]
            return any(_differs(module, ranks, bound, depth + 1) for bound in bounds)
        case ast.Call():
            return ranks.varies(value)
    return False
