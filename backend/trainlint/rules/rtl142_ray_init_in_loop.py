"""RTL142: a worker starts or stops Ray."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument_keyword, has_unseen_arguments
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule
from ..spelling import removed
from ..wrapping import always_runs, loops_in_workers


class RayInitInLoop(Rule):
    """`ray.init` or `ray.shutdown` is called inside the training loop.

    ## What it does
    Looks for `ray.init()` and `ray.shutdown()` in the training loop, or in a function that it calls.
    `ray.init(ignore_reinit_error=True)` and a call behind a condition are left alone.

    ## Why is this bad?
    The training loop runs in worker processes that Ray has started, and each of them is connected already. A second
    `ray.init` raises `RuntimeError`. `ray.shutdown` cuts the worker off from Ray: it can no longer report, and the
    run fails.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        ray.init()
        cpus = ray.get_runtime_context().get_assigned_resources()["CPU"]
        train.report({"cpus": cpus})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        cpus = ray.get_runtime_context().get_assigned_resources()["CPU"]
        train.report({"cpus": cpus})

    ray.init()
    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always.
    """

    code = "RTL142"
    name = "ray-init-in-loop"
    severity = "error"
    symptoms = (
        "The workers fail with `Maybe you called ray.init twice by accident?`.",
        "The workers die as soon as the training loop calls ray.shutdown.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop in loops_in_workers(module):
            for call in loop.index.calls_to("ray.init", "ray.shutdown"):
                is_init = module.qualified(call.func) == "ray.init"
                if call in found or not always_runs(loop, call) or (is_init and _is_forgiven(module, call)):
                    continue
                found.add(call)
                statement = module.parent(call)
                edit = removed(module, statement) if isinstance(statement, ast.Expr) else None
                yield self.at(
                    module,
                    call.func,
                    "A worker is connected to Ray already, and `ray.init` raises RuntimeError here."
                    if is_init
                    else "This cuts the worker off from Ray in the middle of the run, and the run fails.",
                    "Start and stop Ray in the program that makes the trainer, not in its loop.",
                    Fix("Take it out of the training loop", (edit,)) if edit is not None else None,
                )


def _is_forgiven(module: Module, call: ast.Call) -> bool:
    keyword = argument_keyword(call, "ignore_reinit_error")
    if keyword is not None:
        return not (isinstance(keyword.value, ast.Constant) and not keyword.value.value)
    frame = module.frame(call)
    asks = [other for other in module.index.calls_to("ray.is_initialized") if module.frame(other) is frame]
    return has_unseen_arguments(call) or bool(asks)
