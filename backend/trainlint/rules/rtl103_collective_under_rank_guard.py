"""RTL103: a collective is reached by some ranks only, or by each rank in another form."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..collectives import TRAIN_COLLECTIVES
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..shards import BATCHES


class CollectiveUnderRankGuard(Rule):
    """A collective is called on some ranks only, or the ranks call different ones at the same time.

    ## What it does
    Looks for calls that wait for every rank and stand under a condition on the rank, or behind a `return`, `continue`
    or `break` that other ranks take: `all_reduce`, `broadcast`, `barrier` and their like of `torch.distributed`,
    `ray.train.collective`, `prepare_model`, the backward pass of a prepared model, the `state_dict` of an FSDP model,
    a pass through a shard of a dataset that is split among the ranks.
    Calls through functions of the same file count. What runs in a `group=` of some ranks is fine, and so are `send` and
    `recv`, and a pair of conditions that lets every rank through once.

    ## Why is this bad?
    The ranks that make the call wait for those that never do: in the process group until its timeout (30 minutes unless
    `TorchConfig(timeout_s=...)` says otherwise), in a barrier of Ray Train for ever. Ray Train's own barriers do not
    even look at what was called: a `barrier` on one rank and a `report` on another release each other, and the report
    is lost without a word.

    ## Example
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        for epoch in range(3):
            loss = torch.rand(1)
            if train.get_context().get_world_rank() == 0:
                dist.all_reduce(loss, op=dist.ReduceOp.MAX)
            train.report({"loss": loss.item(), "epoch": epoch})

    trainer = TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ```python
    from ray import train
    from ray.train.collective import barrier

    def train_loop():
        if train.get_context().get_world_rank() == 0:
            barrier()
        else:
            train.report({"loss": 1.0})
    ```

    ## Use instead
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        for epoch in range(3):
            loss = torch.rand(1)
            dist.all_reduce(loss, op=dist.ReduceOp.MAX)
            if train.get_context().get_world_rank() == 0:
                print(f"epoch {epoch}: {loss.item()}")
            train.report({"loss": loss.item(), "epoch": epoch})

    trainer = TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Since which Ray
    Every version. `ray.train.collective` came with Train V2.
    """

    code = "RTL103"
    name = "collective-under-rank-guard"
    severity = "error"
    symptoms = (
        "The run hangs, and after half an hour it fails with a timeout of gloo or NCCL.",
        "A report has no effect and nothing says why.",
        "Only rank 0 evaluates or saves, and then the run stands still.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        ranks, traces, collectives = module.ranks, module.traces, module.collectives
        if ranks is None or traces is None or not collectives.all:
            return
        reach = {kind: traces.guards(kind) for kind in dict.fromkeys(collectives.all.values())}
        if set(reach) == {"report"}:
            return  # RTL102's
        for condition in module.index.all(ast.If):
            if len(traces.kinds_in(condition)) > 1 and ranks.differs(condition.test):
                pair = traces.other_order(condition)
                if pair is not None:
                    yield self.at(
                        module,
                        condition.test,
                        f"The branches meet in another order: `{pair[0]}` on some ranks, `{pair[1]}` on the others.",
                        "Call the same collectives in the same order on every rank.",
                    )
        any_kind = traces.guards()
        for function in module.functions:
            if not any_kind.meetings(function):
                continue
            found: dict[ast.Call, str] = {}
            for kind, guards in reach.items():
                if kind != "report" and not traces.same(function, kind):
                    for call in guards.meetings(function):
                        if call not in found and guards.keeps_ranks_away(call, function):
                            found[call] = kind
            for call, kind in found.items():
                if "report" in reach and call in reach["report"].meetings(function):
                    continue  # a helper that also reports: RTL102 says it
                alone = any_kind.keeps_ranks_away(call, function)
                yield self.at(module, call.func, _message(kind, alone=alone), _todo(kind))


def _message(kind: str, *, alone: bool) -> str:
    of_train = kind in TRAIN_COLLECTIVES.values()
    if kind in BATCHES:
        return f"Only some ranks go through their part of the data here; `{kind}` waits for the others for ever."
    if not alone:
        if of_train:
            return (
                f"Some ranks call `{kind}` here while the others make another call of Ray Train: the two release each"
                " other, and what was meant is lost."
            )
        return f"Some ranks call `{kind}` here while the others wait in another call, so they never meet."
    if of_train:
        return f"Only some ranks get to this `{kind}`, and they wait for the others for ever."
    return f"Only some ranks get to this `{kind}`, and they wait for the others until the process group times out."


def _todo(kind: str) -> str:
    if kind == "state_dict":
        return "Take the state on every rank, and keep the condition for writing it to disk."
    if kind in BATCHES:
        return "Go through it on every rank, or leave the dataset out of `DataConfig(datasets_to_split=[...])`."
    if kind == "backward":
        return "Let every rank go backward the same number of times."
    return f"Call `{kind}` on every rank, in the same order; keep the condition for what only one rank does."
