"""RTL105: ranks go round a loop with a collective in it a different number of times."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..lengths import Lengths
from ..module import Module
from ..rule import Rule
from ..scopes import walk
from ..traces import RankTraces


class RankDependentNumberOfSteps(Rule):
    """The ranks take a different number of steps, and each step waits for all of them.

    ## What it does
    Looks for loops in which ranks meet (a report, a collective, the backward pass of a prepared model) and whose number
    of rounds surely depends on the rank: by the bound of a `range`, by the length of what is gone through, by a batch
    size of its own, or by a `break` at a number that differs. A loop inside `with model.join():` is fine as far as
    backward passes go.

    ## Why is this bad?
    The rank with fewer steps leaves the loop, and the others wait in their next step for a partner that is gone: in a
    collective of torch until the process group's timeout (30 minutes by default), in a report for ever. Ray keeps the
    process of the first rank alive, so nobody even notices that it is done.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model

    def train_loop():
        rank = train.get_context().get_world_rank()
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for step in range(10 - rank):
            loss = model(torch.randn(8, 4)).square().mean()
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
    from ray.train.torch import TorchTrainer, prepare_model

    def train_loop():
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for step in range(10):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Every version.
    """

    code = "RTL105"
    name = "rank-dependent-number-of-steps"
    severity = "error"
    symptoms = (
        "The run hangs at the end of an epoch, and after half an hour it fails with a timeout of gloo or NCCL.",
        "Timed out waiting 1800000ms for recv operation to complete.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        ranks, traces = module.ranks, module.traces
        if ranks is None or traces is None or not traces.meetings:
            return
        lengths = Lengths(module, ranks)
        for place in _bounds(module, lengths, traces):
            yield self.at(
                module,
                place,
                "This differs between ranks: the rank with fewer rounds is gone while the others wait for it.",
                "Let every rank go round the same number of times, or train inside `with model.join():`.",
            )


def _bounds(module: Module, lengths: Lengths, traces: RankTraces) -> Iterator[ast.expr]:
    for loop in module.index.all(ast.For):
        if traces.kinds_in_rounds(loop) and lengths.differ(loop.iter):
            yield loop.iter
    for comprehension in module.index.all(ast.comprehension):
        around = module.parent(comprehension)
        made = [around.key, around.value] if isinstance(around, ast.DictComp) else [getattr(around, "elt", around)]
        if any(traces.kinds_in(each) for each in made if each) and lengths.differ(comprehension.iter):
            yield comprehension.iter
    for while_loop in module.index.all(ast.While):
        if traces.kinds_in_rounds(while_loop) and _compares(module, lengths, while_loop.test):
            yield while_loop.test
    for condition in module.index.all(ast.If):
        if condition.body and isinstance(condition.body[-1], ast.Break | ast.Return) and not condition.orelse:
            loop_around = _loop_around(module, condition)
            if (
                loop_around is not None
                and traces.kinds_in_rounds(loop_around)
                and _compares(module, lengths, condition.test)
            ):
                yield condition.test


def _loop_around(module: Module, node: ast.AST) -> ast.For | ast.While | None:
    around = module.parent(node)
    while around is not None and not isinstance(around, ast.For | ast.While | ast.FunctionDef | ast.Lambda):
        around = module.parent(around)
    return around if isinstance(around, ast.For | ast.While) else None


def _compares(module: Module, lengths: Lengths, test: ast.expr) -> bool:
    """Whether `test` holds a counter against a number that is another one on each rank."""
    for node in walk(test, into_functions=False):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and not isinstance(node.ops[0], ast.In | ast.NotIn):
            counter = node.left
            if isinstance(counter, ast.Name) and _counts(module, counter) and lengths.shifts(node.comparators[0]):
                return True
    return False


def _counts(module: Module, counter: ast.Name) -> bool:
    """Whether `counter` goes up with the rounds of a loop."""
    return any(isinstance(binding.node, ast.For | ast.AugAssign) for binding in module.bindings(counter))
