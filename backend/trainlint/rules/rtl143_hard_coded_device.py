"""RTL143: the training loop names a GPU by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..devices import NamedDevice, asks_for_gpu, is_place, named_devices
from ..diagnostic import Diagnostic, Edit, Fix
from ..module import Module
from ..rule import Rule, replaced
from ..spelling import removed, spelled
from ..wrapping import loops_in_workers

_IDS = ("device_ids", "ids_of_cpu_model")


class HardCodedDevice(Rule):
    """The training loop names a GPU instead of asking Ray Train for its device.

    ## What it does
    Looks for one certain GPU in a training loop: `torch.device("cuda:0")`, `tensor.to("cuda:0")`, `model.cuda(0)`,
    `torch.cuda.set_device(0)`, `device_ids=[0]`. Where the run asks for no GPU, any `"cuda"` and `.cuda()` counts, and
    the choice `"cuda" if torch.cuda.is_available() else "cpu"` too.

    ## Why is this bad?
    The workers of a node see all of its GPUs that Ray gave to any of them, so `cuda:0` is the same card on each rank:
    the tensors of a rank are on two devices, or NCCL finds two ranks on one. Without `use_gpu=True` Ray gives a worker
    no GPU. A machine may still show one: then all ranks take the same, while `prepare_model` leaves the model on the
    CPU. `ray.train.torch.get_device()` is right everywhere.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        device = torch.device("cuda:0")
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4, device=device)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        device = train.torch.get_device()
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4, device=device)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
    ```

    ## Since which Ray
    Since workers share `CUDA_VISIBLE_DEVICES`, which Ray Train does by default. Ray sets the current GPU of the
    training thread, so `"cuda"` without a number is right where `use_gpu=True`, and this rule leaves it alone.
    """

    code = "RTL143"
    name = "hard-coded-device"
    severity = "warning"
    symptoms = (
        "Expected all tensors to be on the same device, but found at least two devices, cuda:1 and cuda:0.",
        "NCCL says `Duplicate GPU detected`.",
        "All ranks use the first GPU, and the others are idle.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.expr] = set()
        for loop in loops_in_workers(module):
            trainers = [trainer for trainer in module.trainers if trainer.loop is loop]
            gpu = asks_for_gpu(trainers)
            several = any(trainer.workers is None or max(trainer.workers) > 1 for trainer in trainers)
            for device in named_devices(loop):
                message = _message(device, gpu, several=several)
                if message is None or device.node in found:
                    continue
                found.add(device.node)
                yield self.at(
                    module,
                    device.node,
                    message,
                    "Leave it to `prepare_model`, which moves the model and knows the device of the rank."
                    if device.kind in _IDS
                    else "Ask for the device of this rank: `ray.train.torch.get_device()`.",
                    _asking(module, device),
                )


def _message(device: NamedDevice, gpu: bool | None, *, several: bool) -> str | None:
    """What is wrong with `device`, None where nothing is for certain."""
    if gpu is False and not device.chosen:
        return "This run asks for no GPU: this fails, or takes one that Ray did not give to this rank."
    if gpu is False and device.by_availability:
        return (
            "This run asks for no GPU: where a node has one, all ranks take the same, and `prepare_model` takes none."
        )
    if device.kind == "ids_of_cpu_model" and not device.chosen:
        return "This model is on the CPU, and `DistributedDataParallel` refuses `device_ids` for it."
    if gpu is not False and several and device.indexed:
        return "This is the same GPU on each rank of a node, and not the one that Ray gave to the rank."
    return None


def _asking(module: Module, device: NamedDevice) -> Fix | None:
    """The device that Ray gave in the place of the named one; only inside a function, since the driver has none."""
    node = device.node
    if module.frame(node) is module.tree or not _takes_a_device(module, device):
        return None
    if device.kind == "set_device":
        statement = module.parent(node)
        edit = removed(module, statement) if isinstance(statement, ast.Expr) else None
        return Fix("Leave the current device to Ray Train", (edit,)) if edit is not None else None
    written = spelled(module, node, "ray.train.torch.get_device")
    if written is None or device.kind in _IDS:
        return None
    name, imports = written
    if device.kind == "cuda" and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        start, end = module.source.node_span(node.func.value), module.source.node_span(node)
        edit = Edit(start.end_line, start.end_column, end.end_line, end.end_column, f".to({name}())")
    else:
        edit = replaced(module, node, f"{name}()")
    return Fix("Ask Ray Train for the device", (edit, *imports))


def _takes_a_device(module: Module, device: NamedDevice) -> bool:
    """Whether every use of a variable that holds the name of a device takes a device as well."""
    match module.parent(device.node):
        case ast.Assign(targets=[ast.Name(id=name)]) if device.kind == "place":
            return all(
                is_place(module, use)
                for use in module.index.all(ast.Name)
                if use.id == name and isinstance(use.ctx, ast.Load)
            )
        case ast.Assign() if device.kind == "place":
            return False
    return True
