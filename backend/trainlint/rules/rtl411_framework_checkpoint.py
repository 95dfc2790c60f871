"""RTL411: `TorchCheckpoint`, which will go."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..old_api import FRAMEWORK_CHECKPOINTS
from ..old_uses import is_prepared_for, leaves_alone, mentions
from ..rule import Rule


class FrameworkCheckpoint(Rule):
    """`TorchCheckpoint` is used, which Ray will remove.

    ## What it does
    Looks for imports and uses of `ray.train.torch.TorchCheckpoint`.

    ## Why is this bad?
    It still works, and warns that it will go. `from_model` pickles the whole module, so that loading it runs whatever
    code somebody put there.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train.torch import TorchCheckpoint

    def train_loop():
        model = torch.nn.Linear(4, 1)
        train.report({"loss": 0.1}, checkpoint=TorchCheckpoint.from_state_dict(model.state_dict()))
    ```

    ## Use instead
    ```python
    import tempfile
    from pathlib import Path

    import torch
    from ray import train
    from ray.train import Checkpoint

    def train_loop():
        model = torch.nn.Linear(4, 1)
        with tempfile.TemporaryDirectory() as folder:
            torch.save(model.state_dict(), Path(folder, "model.pt"))
            train.report({"loss": 0.1}, checkpoint=Checkpoint.from_directory(folder))
    ```

    ## Since which Ray
    Ray 2.60 warns; older ones may not.
    """

    code = "RTL411"
    name = "framework-checkpoint"
    severity = "info"
    symptoms = ("RayDeprecationWarning: `TorchCheckpoint` is deprecated and will be removed in a future release.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        for mention in mentions(module, FRAMEWORK_CHECKPOINTS):
            if not is_prepared_for(module, mention.node):
                yield self.at(
                    module,
                    mention.node,
                    "`TorchCheckpoint` still works, and will be removed in a future Ray.",
                    mention.old.instead,
                )
