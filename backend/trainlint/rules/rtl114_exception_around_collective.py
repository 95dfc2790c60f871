"""RTL114: an exception of one rank is caught, and it goes on without the others."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..scopes import walk

_CAUGHT = frozenset(
    {
        "builtins.ArithmeticError",
        "builtins.BaseException",
        "builtins.Exception",
        "builtins.FloatingPointError",
        "builtins.MemoryError",
        "builtins.RuntimeError",
        "builtins.ValueError",
        "torch.OutOfMemoryError",
        "torch.cuda.OutOfMemoryError",
        "torch.distributed.DistBackendError",
    }
)
_EXITS = frozenset({"sys.exit", "os._exit", "os.abort", "builtins.exit", "builtins.quit"})
_ONCE = frozenset({"prepare_model", "DistributedDataParallel", "new_group"})


class ExceptionAroundCollective(Rule):
    """An exception is caught around a collective, and the rank goes on as if nothing was.

    ## What it does
    Looks for `try` blocks with a meeting of the ranks in them (a report, a collective, the backward pass of a prepared
    model) whose handler takes a `RuntimeError`, any `Exception` or the like and does not raise again.

    ## Why is this bad?
    What fails on one rank, such as a batch that does not fit into its memory, fails there alone. That rank skips its
    collective and is one step ahead from then on, or is done; the others wait for it. As the exception never reaches
    Ray, the run does not fail either, and nothing is started again: it hangs.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model

    def train_loop():
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for step in range(100):
            try:
                loss = model(torch.randn(8, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            except RuntimeError as error:
                print(f"step {step} left out: {error}")
        train.report({"step": step})

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
        for step in range(100):
            try:
                loss = model(torch.randn(8, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            except RuntimeError as error:
                print(f"step {step} failed: {error}")
                raise
        train.report({"step": step})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Every version. Ray starts all ranks again after a failure that it comes to see, as often as
    `FailureConfig(max_failures=...)` says.
    """

    code = "RTL114"
    name = "exception-around-collective"
    severity = "info"
    symptoms = (
        "The run hangs after one rank ran out of memory.",
        "One rank logged an exception, and the run hangs and does not fail.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        traces = module.traces
        if traces is None or not traces.meetings:
            return
        for attempt in module.index.all(ast.Try):
            met = {kind for statement in attempt.body for kind in traces.kinds_in(statement)} - _ONCE
            if not met:
                continue
            for handler in attempt.handlers:
                if _catches(module, handler) and not _passes_on(module, handler) and not traces.kinds_in(handler):
                    yield self.at(
                        module,
                        handler.type or handler,
                        "Maybe a rank fails here alone; caught, it goes on and the others wait for it.",
                        "Raise again after it is logged, so that the run fails and can start anew.",
                    )
                    break


def _catches(module: Module, handler: ast.ExceptHandler) -> bool:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(one is None or module.qualified(one) in _CAUGHT for one in types)


def _passes_on(module: Module, handler: ast.ExceptHandler) -> bool:
    return any(
        isinstance(node, ast.Raise)
        or (isinstance(node, ast.Call) and (module.qualified(node.func) in _EXITS or _raises(module, node)))
        for statement in handler.body
        for node in walk(statement, into_functions=False)
    )


def _raises(module: Module, call: ast.Call) -> bool:
    function = module.function(call.func)
    return function is not None and any(isinstance(node, ast.Raise) for node in walk(function, into_functions=False))
