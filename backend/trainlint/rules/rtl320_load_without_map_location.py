"""RTL320: a rank with a GPU loads a checkpoint onto the device that it was saved from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic, Edit, Fix
from ..module import Module
from ..resuming import loads_from, resumed_reads
from ..rule import Rule
from ..trainer import Trainer


class LoadWithoutMapLocation(Rule):
    """A rank with a GPU loads a checkpoint onto the device that it was saved from.

    ## What it does
    Looks for `torch.load` without `map_location` in a training loop with `use_gpu=True`, of a file of the checkpoint
    that `get_checkpoint()` gave.

    ## Why is this bad?
    Tensors that were saved from a GPU are loaded onto the GPU of the same number. The ranks of a node see each other's
    GPUs, so what rank 0 has saved all of them load onto `cuda:0`, and that one may run out of memory. A worker that
    sees fewer GPUs fails to load at all.

    ## Example
    ```python
    import os
    import tempfile

    import torch
    from ray import train
    from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer, get_device, prepare_model
    from torch import nn

    def train_loop(config):
        net = nn.Linear(1, 1)
        model = prepare_model(net)
        optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
        start = 0
        checkpoint = train.get_checkpoint()
        if checkpoint:
            with checkpoint.as_directory() as folder:
                state = torch.load(os.path.join(folder, "state.pt"), weights_only=True)
            net.load_state_dict(state["model"])
            start = state["epoch"] + 1
        for epoch in range(start, config["epochs"]):
            loss = model(torch.ones(8, 1, device=get_device())).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with tempfile.TemporaryDirectory() as folder:
                torch.save({"model": net.state_dict(), "epoch": epoch}, os.path.join(folder, "state.pt"))
                train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(
        train_loop,
        train_loop_config={"lr": 0.01, "epochs": 5},
        scaling_config=ScalingConfig(num_workers=2, use_gpu=True),
        run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
    ).fit()
    ```

    ## Use instead
    ```python
    import os
    import tempfile

    import torch
    from ray import train
    from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer, get_device, prepare_model
    from torch import nn

    def train_loop(config):
        net = nn.Linear(1, 1)
        model = prepare_model(net)
        optimizer = torch.optim.SGD(model.parameters(), lr=config["lr"])
        start = 0
        checkpoint = train.get_checkpoint()
        if checkpoint:
            with checkpoint.as_directory() as folder:
                state = torch.load(os.path.join(folder, "state.pt"), map_location="cpu", weights_only=True)
            net.load_state_dict(state["model"])
            start = state["epoch"] + 1
        for epoch in range(start, config["epochs"]):
            loss = model(torch.ones(8, 1, device=get_device())).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with tempfile.TemporaryDirectory() as folder:
                torch.save({"model": net.state_dict(), "epoch": epoch}, os.path.join(folder, "state.pt"))
                train.report({"loss": loss.item()}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(
        train_loop,
        train_loop_config={"lr": 0.01, "epochs": 5},
        scaling_config=ScalingConfig(num_workers=2, use_gpu=True),
        run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
    ).fit()
    ```

    ## Since which Ray
    Any.
    """

    code = "RTL320"
    name = "load-without-map-location"
    severity = "info"
    symptoms = (
        "CUDA out of memory on the first GPU, when the run is resumed.",
        "RuntimeError: Attempting to deserialize object on a CUDA device.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        told: set[ast.AST] = set()
        for trainer in module.trainers:
            loop = trainer.loop
            if loop is None or not _uses_gpus(trainer) or not loop.index.calls_to("torch.load"):
                continue
            for read in resumed_reads(module, loop):
                call = read.stored.call
                if call in told or module.qualified(call.func) != "torch.load" or not call.args:
                    continue
                if not loads_from(module, read):
                    continue  # maybe a few numbers, which have no device
                if argument(call, "map_location", 1) or any(keyword.arg is None for keyword in call.keywords):
                    continue
                told.add(call)
                span = module.source.node_span(call.args[0])
                edit = Edit(span.end_line, span.end_column, span.end_line, span.end_column, ', map_location="cpu"')
                yield self.at(
                    module,
                    call,
                    "Each rank loads this onto the GPU that it was saved from, which maybe is that of another rank.",
                    'Write `map_location="cpu"`: `load_state_dict` copies to where the model is.',
                    Fix("Load to the CPU first", (edit,)),
                )


def _uses_gpus(trainer: Trainer) -> bool:
    config = trainer.scaling_config
    flag = argument(config, "use_gpu", 1) if config is not None else None
    return isinstance(flag, ast.Constant) and flag.value is True
