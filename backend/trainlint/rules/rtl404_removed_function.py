"""RTL404: a function that does nothing but raise."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..old_api import FUNCTIONS
from ..old_uses import is_prepared_for, leaves_alone
from ..rule import Rule


class RemovedFunction(Rule):
    """A function is called that Train V2 has kept only to refuse it.

    ## What it does
    Looks for calls of `ray.train.torch.accelerate`, `prepare_optimizer` and `backward`, and of `prepare_model` and
    `prepare_data_loader` out of `ray.train.torch.train_loop_utils`, where those of Train V1 are.

    ## Why is this bad?
    Each of them raises at once, on every rank.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train.torch import backward, prepare_model

    def train_loop():
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            backward(loss)
            optimizer.step()
            train.report({"loss": loss.item()})
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train.torch import prepare_model

    def train_loop():
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default.
    """

    code = "RTL404"
    name = "removed-function"
    severity = "error"
    symptoms = (
        "DeprecationWarning: The `accelerate`, `backward`, and `prepare_optimizer` utility methods are deprecated.",
        "SessionMisuseError: prepare/accelerate utility functions should be called inside a training function.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to(*FUNCTIONS)
        if not calls or leaves_alone(module):
            return
        for call in calls:
            if is_prepared_for(module, call):
                continue
            name = module.qualified(call.func) or ""
            yield self.at(
                module,
                call.func,
                f"`{name.rsplit('.', 1)[-1]}` is of Train V1 and only raises {FUNCTIONS[name].raises} today.",
                FUNCTIONS[name].instead,
            )
