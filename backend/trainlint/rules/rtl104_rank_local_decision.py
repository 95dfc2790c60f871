"""RTL104: a rank decides on data of its own whether it comes to the next meeting."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..locality import Locality
from ..module import Module
from ..rule import Rule
from ..scopes import Function
from ..traces import RankTraces

_LEAVES = (ast.Break, ast.Continue, ast.Return)


class RankLocalDecision(Rule):
    """Each rank decides on its own data whether it goes on, and the others wait for it.

    ## What it does
    Looks for `break`, `continue` and `return` under a condition on data that only this rank has, with a meeting of the
    ranks (a report, a collective, the backward pass of a prepared model) that it skips by that; for a meeting under
    such a condition; and for `while` loops with one. Also for a `break` and a `return` by the rank itself, after which
    the others go on to the meetings of the next round. Such data are a loss on the rank's own part of the data, a
    random number, or the clock. What was all-reduced or broadcast is the same everywhere and fine.

    ## Why is this bad?
    Ranks see different data, so one of them stops, or skips a step, while the others go on to wait for it. It may work
    a hundred times and hang when the losses of two ranks lie on two sides of the threshold.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model

    def train_loop():
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(100):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item(), "epoch": epoch})
            if loss.item() < 0.01:
                break

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer, prepare_model

    def train_loop():
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(100):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            mean = loss.detach() / train.get_context().get_world_size()
            dist.all_reduce(mean)
            train.report({"loss": mean.item(), "epoch": epoch})
            if mean.item() < 0.01:
                break

    trainer = TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Since which Ray
    Every version.
    """

    code = "RTL104"
    name = "rank-local-decision"
    severity = "warning"
    symptoms = (
        "The run hangs when early stopping sets in.",
        "It hangs now and then, each time at another step.",
        "The run hangs after a batch with a NaN was skipped.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        ranks, traces = module.ranks, module.traces
        if ranks is None or traces is None or not traces.meetings:
            return
        locality = Locality(module, ranks, module.collectives, traces)
        for loop in module.index.all(ast.While):
            if traces.kinds_in_rounds(loop) and locality.is_local(loop.test):
                yield self._at(module, loop.test, "how long it goes on")
        for condition in module.index.all(ast.If):
            if ranks.differs(condition.test):
                if _leaves_the_next_rounds(module, traces, condition):
                    yield self.at(
                        module,
                        condition.test,
                        "Only some ranks leave the loop here, and the others wait for them in the next round for ever.",
                        "Let all ranks leave the loop in the same round.",
                    )
                continue
            what = _what_depends(module, traces, condition)
            if what and locality.is_local(condition.test):
                yield self._at(module, condition.test, what)

    def _at(self, module: Module, test: ast.expr, what: str) -> Diagnostic:
        return self.at(
            module,
            test,
            f"Each rank decides here on its own data {what}, and the others may then wait for it without end.",
            "Decide on a value that all ranks share: all-reduce it first, or broadcast the decision.",
        )


def _what_depends(module: Module, traces: RankTraces, condition: ast.If) -> str:
    """What a rank decides at `condition` that the other ranks have to wait for; empty if nothing."""
    met = [_kinds(traces, branch) for branch in _arms(condition)]
    if met[0] != met[1]:
        return "whether it comes to the next meeting of the ranks"
    for branch in _arms(condition):
        if branch and isinstance(branch[-1], _LEAVES) and _skips(module, traces, condition, branch[-1]):
            return "whether it goes on"
    return ""


def _leaves_the_next_rounds(module: Module, traces: RankTraces, condition: ast.If) -> bool:
    """Whether one way through `condition` leaves a loop in whose rounds ranks meet, with no meeting left in this round:
    those are told by the rules for a meeting under a test of the rank."""
    leaving = [bool(arm) and isinstance(arm[-1], ast.Break | ast.Return) for arm in _arms(condition)]
    if leaving[0] == leaving[1]:
        return False
    child: ast.AST = condition
    parent = module.parent(child)
    while parent is not None and not isinstance(parent, Function):
        rest = [
            block[block.index(child) + 1 :]
            for block in (getattr(parent, name, None) for name in ("body", "orelse", "finalbody"))
            if isinstance(block, list) and child in block
        ]
        if any(_meets(traces, block) for block in rest):
            return False
        if isinstance(parent, ast.For | ast.While):
            return bool(traces.kinds_in_rounds(parent)) and child in parent.body
        child, parent = parent, module.parent(parent)
    return False


def _arms(condition: ast.If) -> tuple[list[ast.stmt], list[ast.stmt]]:
    return condition.body, condition.orelse


def _kinds(traces: RankTraces, block: list[ast.stmt]) -> set[str]:
    return {kind for statement in block for kind in traces.kinds_in(statement)}


def _skips(module: Module, traces: RankTraces, condition: ast.If, leave: ast.stmt) -> bool:
    """Whether a meeting is skipped by `leave`: later in this round, in a later round, or after the loop."""
    child: ast.AST = condition
    parent = module.parent(child)
    while parent is not None:
        for block in (getattr(parent, name, None) for name in ("body", "orelse", "finalbody")):
            if isinstance(block, list) and child in block and _meets(traces, block[block.index(child) + 1 :]):
                return True
        if isinstance(parent, ast.For | ast.While):
            if isinstance(leave, ast.Continue):
                return False
            if traces.kinds_in_rounds(parent):
                return True
            if isinstance(leave, ast.Break):
                return False
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
        child, parent = parent, module.parent(parent)
    return False


def _meets(traces: RankTraces, block: list[ast.stmt]) -> bool:
    return any(traces.kinds_in(statement) for statement in block)
