"""RTL220: a value that the configuration classes of Ray Train refuse."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from ..arguments import argument
from ..configuration import configs, flag, only_close_name, quoted_like
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, replaced
from ..values import constant, integers, numbers

_PLACEMENTS = ("PACK", "SPREAD", "STRICT_PACK", "STRICT_SPREAD")
_BACKENDS = ("nccl", "gloo")
_LEVELS = frozenset({"CRITICAL", "FATAL", "ERROR", "WARN", "WARNING", "INFO", "DEBUG", "NOTSET"})


@dataclass(frozen=True, slots=True)
class _Refused:
    place: ast.expr
    why: str
    todo: str
    instead: str | None = None
    """What to put in its place, where that is certain."""


class RefusedValue(Rule):
    """A configuration is given a value that Ray Train refuses.

    ## What it does
    Looks for values that cannot go well: `num_workers` as text, as a list or below zero; a `num_to_keep` of zero;
    a `checkpoint_score_order`, `placement_strategy`, `init_method`, `log_level` or `backend` that does not exist;
    `datasets_to_split` that is neither `"all"` nor a list; `use_gpu` and `use_tpu` at once.

    ## Why is this bad?
    Most of them raise as soon as the configuration is made. A backend or a placement that does not exist is found only
    when the workers are started.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers="2")).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    As Train V2 checks them in Ray 2.60; a pair `(1, 4)` for an elastic number of workers is new in V2.
    """

    code = "RTL220"
    name = "refused-value"
    severity = "error"
    symptoms = (
        "ValueError: ScalingConfig(num_workers) must be an int or a tuple of two ints.",
        "ValueError: Received invalid num_to_keep.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for refused in (*_scaling(module), *_checkpoints(module), *_torch(module), *_data(module), *_logging(module)):
            instead = refused.instead
            fix = Fix(f"Write `{instead}`", (replaced(module, refused.place, instead),)) if instead else None
            yield self.at(module, refused.place, refused.why, refused.todo, fix)


def _scaling(module: Module) -> Iterator[_Refused]:
    for config in configs(module, "ScalingConfig"):
        workers = argument(config, "num_workers")
        if workers is not None:
            yield from _workers(module, workers)
        interval = argument(config, "elastic_resize_monitor_interval_s")
        seconds = numbers(module, interval) if interval is not None else None
        if interval is not None and seconds and max(seconds) < 0:
            yield _Refused(interval, "A negative interval raises a ValueError.", "Give the seconds, 0 or more.")
        tpu = argument(config, "use_tpu")
        if tpu is not None and flag(module, config, "use_tpu") and flag(module, config, "use_gpu"):
            yield _Refused(tpu, "`use_gpu` and `use_tpu` together raise a ValueError.", "Use one of the two.")
        placement = argument(config, "placement_strategy")
        if placement is not None:
            yield from _one_of(module, placement, _PLACEMENTS)


def _workers(module: Module, given: ast.expr) -> Iterator[_Refused]:
    value = module.value(given)
    known = integers(module, given)
    todo = "Give a whole number, or a pair `(fewest, most)`."
    match value:
        case ast.Constant(value=str(text)):
            instead = text.strip() if value is given and text.strip().isdecimal() else None
            yield _Refused(given, "Text for a number of workers raises a ValueError.", todo, instead)
        case ast.Constant(value=float() | None):
            yield _Refused(given, "`num_workers` has to be a whole number: this raises a ValueError.", todo)
        case ast.List() | ast.Set():
            yield _Refused(given, "`num_workers` takes no list: this raises a ValueError.", todo)
        case ast.Tuple(elts=elements) if not any(isinstance(element, ast.Starred) for element in elements):
            ends = [constant(module, element) for element in elements]
            if len(ends) != 2:
                yield _Refused(given, "A range of workers has two ends: this raises a ValueError.", todo)
            elif isinstance(ends[0], int) and isinstance(ends[1], int) and ends[0] > ends[1]:
                yield _Refused(given, "The fewest workers are more than the most: this raises a ValueError.", todo)
        case _ if known and max(known) < 0:
            yield _Refused(given, "A negative number of workers raises a ValueError.", "Ask for one worker or more.")


def _checkpoints(module: Module) -> Iterator[_Refused]:
    for config in configs(module, "CheckpointConfig"):
        keep = argument(config, "num_to_keep", 0)
        known = integers(module, keep) if keep is not None else None
        if keep is not None and known and max(known) <= 0:
            yield _Refused(
                keep,
                "`num_to_keep` has to be 1 or more: this raises a ValueError.",
                "Keep one at least, or leave it out to keep all.",
            )
        order = argument(config, "checkpoint_score_order", 2)
        if order is not None:
            yield from _one_of(module, order, ("max", "min"))


def _torch(module: Module) -> Iterator[_Refused]:
    for config in configs(module, "torch.TorchConfig"):
        method = argument(config, "init_method", 1)
        if method is not None:
            yield from _one_of(module, method, ("env", "tcp"))
        backend = argument(config, "backend", 0)
        name = constant(module, backend) if backend is not None else None
        if backend is None or not isinstance(name, str) or name.lower() in _BACKENDS:
            continue
        close = only_close_name(name.lower(), _BACKENDS)  # others exist, so only what is nearly one of these is wrong
        if close is not None:
            yield from _one_of(module, backend, _BACKENDS)


def _data(module: Module) -> Iterator[_Refused]:
    for config in configs(module, "DataConfig"):
        split = argument(config, "datasets_to_split", 0)
        value = module.value(split) if split is not None else None
        why = '`datasets_to_split` is neither `"all"` nor a list, which raises a TypeError.'
        todo = "Give a list of names; an empty one splits nothing."
        if split is None or value is None:
            continue
        if isinstance(value, ast.Constant) and value.value != "all":
            is_name = isinstance(value.value, str) and value is split
            yield _Refused(split, why, todo, f"[{quoted_like(module, split, str(value.value))}]" if is_name else None)
        elif isinstance(value, ast.Tuple | ast.Set | ast.Dict):
            yield _Refused(split, why, todo)


def _logging(module: Module) -> Iterator[_Refused]:
    for config in configs(module, "LoggingConfig"):
        level = argument(config, "log_level", 0)
        name = constant(module, level) if level is not None else ...
        if level is None or name is ... or (isinstance(name, str) and name.upper() in _LEVELS):
            continue
        yield _Refused(level, "There is no such level: this raises a ValueError.", 'Use one such as "WARNING".')


def _one_of(module: Module, given: ast.expr, names: tuple[str, ...]) -> Iterator[_Refused]:
    value = constant(module, given)
    if not isinstance(value, str) or value in names:
        return
    close = next((name for name in names if name.lower() == value.lower()), only_close_name(value, names))
    offered = ", ".join(f'"{name}"' for name in names)
    instead = quoted_like(module, given, close) if close and isinstance(given, ast.Constant) else None
    yield _Refused(given, f'There is no "{value}" here, and Ray refuses it.', f"Use one of {offered}.", instead)
