"""Where a training loop names a device by itself."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Literal

from .arguments import argument, argument_keyword, has_unseen_arguments
from .loop import TrainLoop
from .module import Module
from .node_index import last_word
from .reaching import reaching
from .trainer import Trainer
from .values import constant, entries
from .wrapping import DATA_PARALLEL, wrapped_model

_CUDA = re.compile(r"cuda(:\d+)?")
_Kind = Literal["device", "place", "cuda", "set_device", "device_ids", "ids_of_cpu_model"]
_DEFAULT_DEVICE = ("torch.set_default_device", "torch.device", "torch.set_default_tensor_type")
_RANKS = ("get_local_rank", "get_world_rank", "get_rank")
_AVAILABLE = ("torch.cuda.is_available", "torch.cuda.device_count")


@dataclass(frozen=True, slots=True)
class NamedDevice:
    """One place that names a GPU. `indexed` says that it is one certain GPU (`cuda:0`) and not the current one."""

    node: ast.expr
    kind: _Kind
    indexed: bool
    chosen: bool
    """Whether the program looks first if there is a GPU."""
    by_availability: bool = False
    """Whether it is `"cuda" if torch.cuda.is_available() else "cpu"`."""


def asks_for_gpu(trainers: list[Trainer]) -> bool | None:
    """Whether the workers of `trainers` get a GPU each; None where that is not known or not the same for all."""
    answers = {_asks_for_gpu(trainer) for trainer in trainers}
    return next(iter(answers)) if len(answers) == 1 else None


def _asks_for_gpu(trainer: Trainer) -> bool | None:
    config = trainer.scaling_config
    if config is None:
        left_out = trainer.argument("scaling_config") is None and not trainer.has_unseen_arguments
        return False if left_out else None
    if has_unseen_arguments(config):
        return None
    given = argument(config, "use_gpu", 2)
    if given is None:
        resources = argument(config, "resources_per_worker", 3)
        known = entries(trainer.module, resources) if resources is not None else {}
        return False if known is not None and "GPU" not in known else None
    answer = constant(trainer.module, given)
    return answer if isinstance(answer, bool) else None


def named_devices(loop: TrainLoop) -> list[NamedDevice]:
    """Every place in `loop` that names a GPU for certain."""
    module = loop.module
    found = [_of_text(module, node) for node in loop.index.all(ast.Constant)]
    found += [_of_f_string(module, node) for node in loop.index.all(ast.JoinedStr)]
    found += [_of_call(module, call) for call in loop.index.calls_named("cuda", "set_device")]
    found += [_of_rank(module, call) for call in loop.index.calls_named("to")]
    for call in loop.index.calls_to(*DATA_PARALLEL):
        ids = argument_keyword(call, "device_ids")
        if ids is not None and not isinstance(ids.value, ast.Constant | ast.IfExp | ast.Name):
            indexed = isinstance(ids.value, ast.List) and all(isinstance(one, ast.Constant) for one in ids.value.elts)
            kind: _Kind = "ids_of_cpu_model" if _stays_on_the_cpu(module, call) else "device_ids"
            found.append(NamedDevice(ids.value, kind, indexed, _is_chosen(module, ids.value)))
    return [one for one in found if one is not None and _reaches_the_workers(module, one)]


def _reaches_the_workers(module: Module, device: NamedDevice) -> bool:
    """Whether the loop uses the device itself: what the driver puts on its own GPU is another matter."""
    return (
        module.frame(device.node) is not module.tree
        or device.kind == "device"
        or isinstance(module.parent(device.node), ast.Assign)
    )


def _stays_on_the_cpu(module: Module, wrapper: ast.Call) -> bool:
    """Whether a layer of torch is wrapped as it was made, without being moved first."""
    given = wrapped_model(module, wrapper)
    made = given
    if isinstance(given, ast.Name):
        bindings = reaching(module, given)
        made = bindings[0].value if len(bindings) == 1 else None
    if not isinstance(made, ast.Call) or not (module.qualified(made.func) or "").startswith("torch.nn."):
        return False
    if argument_keyword(made, "device") is not None or module.index.calls_to(*_DEFAULT_DEVICE):
        return False
    moves = [call.func for call in module.index.calls_named("to", "cuda") if isinstance(call.func, ast.Attribute)]
    return not any(isinstance(given, ast.Name) and _is_named(move.value, given.id) for move in moves)


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _of_text(module: Module, text: ast.Constant) -> NamedDevice | None:
    if not isinstance(text.value, str) or _CUDA.fullmatch(text.value) is None:
        return None
    whole: ast.expr = text
    parent = module.parent(whole)
    while isinstance(parent, ast.IfExp) and whole is not parent.test:
        whole, parent = parent, module.parent(parent)
    indexed, chosen = ":" in text.value, _is_chosen(module, text)
    available = isinstance(whole, ast.IfExp) and _asks_what_there_is(module, whole.test)
    match parent:
        case ast.Call() if module.qualified(parent.func) == "torch.device" and whole is parent.args[0]:
            numbered = len(parent.args) > 1 and isinstance(constant(module, parent.args[1]), int)
            return NamedDevice(parent, "device", indexed or numbered, chosen, available)
        case ast.Assign(targets=[ast.Name(id=name)]):
            uses = [use for use in module.index.all(ast.Name) if use.id == name and isinstance(use.ctx, ast.Load)]
            if any(is_place(module, use) for use in uses):
                return NamedDevice(whole, "place", indexed, chosen, available)
        case ast.Assign(targets=[ast.Attribute(attr=name)]) if "device" in name:
            return NamedDevice(whole, "place", indexed, chosen, available)
        case _ if is_place(module, whole):
            return NamedDevice(whole, "place", indexed, chosen, available)
    return None


def _asks_what_there_is(module: Module, test: ast.expr) -> bool:
    value = module.value(test)
    return isinstance(value, ast.Call) and module.qualified(value.func) == "torch.cuda.is_available"


def _of_f_string(module: Module, text: ast.JoinedStr) -> NamedDevice | None:
    """`f"cuda:{local_rank}"`: a GPU, and not the same for each rank."""
    first = text.values[0] if text.values else None
    if not isinstance(first, ast.Constant) or first.value != "cuda:" or not is_place(module, text):
        return None
    parent = module.parent(text)
    if isinstance(parent, ast.Call) and module.qualified(parent.func) == "torch.device":
        return NamedDevice(parent, "device", False, _is_chosen(module, text))
    return NamedDevice(text, "place", False, _is_chosen(module, text))


def _of_rank(module: Module, call: ast.Call) -> NamedDevice | None:
    """`model.to(local_rank)`: the GPU of that number."""
    given = call.args[0] if len(call.args) == 1 else None
    value = module.value(given) if given is not None else None
    if given is None or not isinstance(value, ast.Call) or last_word(value.func) not in _RANKS:
        return None
    return NamedDevice(given, "place", False, _is_chosen(module, call))


def is_place(module: Module, node: ast.expr) -> bool:
    """Whether `node` stands where a device is wanted: `x.to(node)`, `torch.zeros(3, device=node)`."""
    match module.parent(node):
        case ast.Call(func=ast.Attribute(attr="to"), args=[first, *_]) if first is node:
            return True
        case ast.Call() as call if module.qualified(call.func) == "torch.device":
            return True
        case ast.keyword(arg="device") as keyword:
            call_of = module.parent(keyword)
            return isinstance(call_of, ast.Call) and (
                (module.qualified(call_of.func) or "").startswith("torch.")
                or (isinstance(call_of.func, ast.Attribute) and call_of.func.attr == "to")
            )
    return False


def _of_call(module: Module, call: ast.Call) -> NamedDevice | None:
    index = argument(call, "device", 0)
    number = constant(module, index) if index is not None else ...
    indexed = isinstance(number, int) or (isinstance(number, str) and ":" in number)
    if module.qualified(call.func) == "torch.cuda.set_device":
        return NamedDevice(call, "set_device", indexed, _is_chosen(module, call))
    if isinstance(call.func, ast.Attribute) and call.func.attr == "cuda" and not has_unseen_arguments(call):
        return NamedDevice(call, "cuda", indexed, _is_chosen(module, call))
    return None


def _is_chosen(module: Module, node: ast.AST) -> bool:
    """Whether a condition around `node` decides: most often it asks `torch.cuda.is_available()`."""
    child: ast.AST | None = node
    while child is not None and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
        if isinstance(child, ast.If | ast.IfExp | ast.BoolOp | ast.Try | ast.Match):
            return True
        child = module.parent(child)
    # A function that leaves early where there is no GPU.
    frame = module.frame(node)
    return any(module.frame(call) is frame for call in module.index.calls_to(*_AVAILABLE))
