"""RTL119: some ranks change their model, and the others do not."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..guards import Guards
from ..module import Module
from ..optimizers import makes_optimizer, makes_scheduler
from ..origins import makers
from ..rule import Rule
from ..wrapping import is_data_parallel, loops_on_several_ranks

_CLIPS = frozenset({"clip_grad_norm_", "clip_grad_value_"})


class ModelChangedOnSomeRanks(Rule):
    """Only some ranks change the model, its gradients or its learning rate.

    ## What it does
    Looks for `optimizer.step()`, `scheduler.step()`, `clip_grad_norm_(model.parameters(), ...)` and
    `model.load_state_dict(...)` of a prepared model in a branch that surely not all ranks take.

    ## Why is this bad?
    DDP averages gradients, and nothing else. The ranks keep the same weights only because each of them does the same
    to the same numbers. After a change on one rank they train different models, the averaged gradients belong to
    none of them, and the checkpoint of rank 0 is that of one. Nothing fails.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            if rank == 0:
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
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
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always: it is how `DistributedDataParallel` works.
    """

    code = "RTL119"
    name = "model-changed-on-some-ranks"
    severity = "warning"
    symptoms = ("The ranks end with different weights, though their gradients are averaged.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        ranks = module.ranks
        if ranks is None:
            return
        changes = {
            call: what
            for loop in loops_on_several_ranks(module)
            for call in loop.calls
            if (what := _changed(module, call)) is not None
        }
        guards = Guards(module, ranks, changes.__contains__)
        for function in module.functions if changes else ():
            for call in guards.meetings(function):
                if call in changes and guards.keeps_ranks_away(call, function):
                    yield self.at(
                        module,
                        call,
                        f"Only some ranks change {changes[call]} here, and from then on their models differ.",
                        "Do it on every rank, in the same way.",
                    )


def _changed(module: Module, call: ast.Call) -> str | None:
    """What of a model in `DistributedDataParallel` the call changes, in words."""
    if call.args and (module.qualified(call.func) or "").rpartition(".")[2] in _CLIPS:
        return "the gradients" if _is_of_model(module, call.args[0]) else None
    if not isinstance(call.func, ast.Attribute):
        return None
    owner = call.func.value
    if call.func.attr == "load_state_dict":
        model = owner.value if isinstance(owner, ast.Attribute) and owner.attr == "module" else owner
        return "the weights" if is_data_parallel(module, model) else None
    if call.func.attr != "step":
        return None
    made = makers(module, owner)
    if not made:
        return None
    if all(makes_scheduler(module, maker) for maker in made):
        return "the learning rate"
    calls = [maker for maker in made if isinstance(maker, ast.Call) and makes_optimizer(module, maker)]
    of_model = len(calls) == len(made) and all(_is_of_model(module, argument(maker, "params", 0)) for maker in calls)
    return "the weights" if of_model else None


def _is_of_model(module: Module, parameters: ast.expr | None) -> bool:
    """Whether it is `model.parameters()` of a model whose gradients are averaged."""
    match parameters and module.value(parameters):
        case ast.Call(func=ast.Attribute(attr="parameters", value=model)):
            return is_data_parallel(module, model)
    return False
