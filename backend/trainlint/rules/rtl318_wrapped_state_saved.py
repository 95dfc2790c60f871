"""RTL318: the state dict of the prepared model is saved, with the wrapper's prefix."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, inserted
from ..states import loaded_states, may_be_of, saved_values, wrapping


class WrappedStateSaved(Rule):
    """The state dict of the prepared model is saved, with the wrapper's prefix.

    ## What it does
    Looks for `model.state_dict()` that is saved in a training loop with more than one worker, where `model` is what
    `prepare_model` or DistributedDataParallel gave. Where the same file loads it again, this rule is silent.

    ## Why is this bad?
    Each key begins with `module.`. A program that loads the weights into the bare model, to evaluate or to serve it,
    fails with missing and unexpected keys. So does the same program with one worker, where nothing is wrapped.

    ## Example
    ```python
    import os
    import tempfile

    import torch
    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model
    from torch import nn

    def train_loop():
        model = prepare_model(nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loss = model(torch.ones(8, 1)).square().mean()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(model.state_dict(), os.path.join(folder, "model.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import os
    import tempfile

    import torch
    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model
    from torch import nn

    def train_loop():
        model = prepare_model(nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loss = model(torch.ones(8, 1)).square().mean()
        loss.backward()
        optimizer.step()
        with tempfile.TemporaryDirectory() as folder:
            torch.save(model.module.state_dict(), os.path.join(folder, "model.pt"))
            train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Any: the prefix is PyTorch's. With one worker `prepare_model` does not wrap, and `.module` does not exist.
    """

    code = "RTL318"
    name = "wrapped-state-saved"
    severity = "info"
    symptoms = ('The keys of my state dict begin with "module.".',)
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.index.calls_named("state_dict") or module.ranks is None:
            return
        saved = [entry for entry in saved_values(module, module.index) if entry.owner is not None]
        if not saved:
            return
        loaded = list(loaded_states(module, module.index))
        sizes = [trainer.workers for trainer in module.trainers]
        always_wrapped = bool(sizes) and all(workers is not None and min(workers) > 1 for workers in sizes)
        for entry in saved:
            if entry.owner is None or any(may_be_of(entry, load) for load in loaded):
                continue
            if wrapping(module, entry.owner) == "wrapped":
                edit = inserted(module, entry.owner, ".module", after=True)
                yield self.at(
                    module,
                    entry.value,
                    "This saves the state of the prepared model, and its keys begin with `module.`: a bare model cannot"
                    " load it.",
                    "Save `model.module.state_dict()`.",
                    Fix("Save the state of the model inside the wrapper", (edit,)) if always_wrapped else None,
                )
