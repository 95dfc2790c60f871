"""What a file asks of Ray Train: resources, datasets, the configuration of the loop, the cluster that it starts."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .arguments import argument, has_unseen_arguments
from .module import Module
from .node_index import last_word
from .scopes import Function
from .trainer import Trainer
from .values import constant, entries, numbers

_CLOSE = 0.75
_MOST_PARTIALS = 6
_OF_TRAINER: dict[str, Callable[[Trainer], ast.Call | None]] = {
    "ScalingConfig": lambda trainer: trainer.scaling_config,
    "RunConfig": lambda trainer: trainer.run_config,
    "CheckpointConfig": lambda trainer: trainer.checkpoint_config,
    "DataConfig": lambda trainer: trainer.dataset_config,
    "torch.TorchConfig": lambda trainer: trainer.torch_config,
}


def configs(module: Module, word: str) -> list[ast.Call]:
    """The calls of `ray.train.<word>`, such as every `ScalingConfig(...)`, whose arguments are all in sight, and what
    trainers make of those that are not."""
    calls = module.index.calls_to(f"ray.train.{word}", f"ray.train.v2.api.config.{word}")
    for trainer in module.trainers:
        made = _OF_TRAINER[word](trainer) if word in _OF_TRAINER else None
        if made is not None and made not in calls:
            calls.append(made)
    return [call for call in calls if not has_unseen_arguments(call)]


def is_written(module: Module, call: ast.Call) -> bool:
    """Whether `call` stands in the file as it is, so that it can be edited."""
    return call in module.index.calls_named(last_word(call.func))


def flag(module: Module, call: ast.Call, name: str) -> bool | None:
    """Whether `call` sets `name`, which is off by default; None where that is not certain."""
    given = argument(call, name)
    value = constant(module, given) if given is not None else False
    return bool(value) if value is None or isinstance(value, bool) else None


def scaling_of(trainer: Trainer) -> ast.Call | None:
    """The `ScalingConfig(...)` of `trainer`, where all of its arguments are in sight and named."""
    config = trainer.scaling_config
    return config if config is not None and not config.args and not has_unseen_arguments(config) else None


def uses_gpu(trainer: Trainer) -> bool | None:
    """Whether `trainer` gives each worker a GPU; None where that is not certain."""
    if trainer.argument("scaling_config") is None:
        return None if trainer.has_unseen_arguments else False
    config = scaling_of(trainer)
    return flag(trainer.module, config, "use_gpu") if config is not None else None


def resources_per_worker(trainer: Trainer) -> dict[str, float] | None:
    """What each worker reserves at least, by Ray's names; None where that is not known."""
    module = trainer.module
    gpu = uses_gpu(trainer)
    config = scaling_of(trainer)
    if config is None:
        return {"CPU": 1.0} if gpu is False else None
    if flag(module, config, "use_tpu") is not False or argument(config, "topology") is not None:
        return None
    given = argument(config, "resources_per_worker")
    if given is None or constant(module, given) is None:
        return None if gpu is None else {"GPU" if gpu else "CPU": 1.0}
    found: dict[str, float] = {}
    amounts = entries(module, given)
    if amounts is None:
        return None
    for name, amount in amounts.items():
        known = numbers(module, amount)
        if known is None:
            return None
        found[name] = min(known)
    if gpu:
        found["GPU"] = found.get("GPU") or 1.0
    return {name: amount for name, amount in found.items() if amount > 0}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the cluster that the file will run on, by Ray's names; what is not in it is not known."""

    resources: Mapping[str, float]
    name: str
    complete: bool
    """Whether there is nothing else than what `resources` lists."""


def known_cluster(module: Module) -> Known | None:
    """What the caller knows of the cluster, or else what `ray.init(num_cpus=...)` in this file starts."""
    if module.cluster is not None:
        return Known(module.cluster.resources, module.cluster.name, complete=True)
    started = module.index.calls_to("ray.init")
    if len(started) != 1 or started[0].args or has_unseen_arguments(started[0]):
        return None  # none, a choice between several, or perhaps a connection to a cluster that is there
    found: dict[str, float] = {}
    for name, resource in (("num_cpus", "CPU"), ("num_gpus", "GPU")):
        given = argument(started[0], name)
        amounts = numbers(module, given) if given is not None else None
        if amounts is not None:
            found[resource] = max(amounts)
    return Known(found, "the cluster that `ray.init` starts here", complete=False) if found else None


def datasets_of(trainer: Trainer) -> dict[str, ast.expr] | None:
    """The datasets that `trainer` hands to its workers, by name; None where they are not known."""
    return _entries_given(trainer, "datasets")


def config_of(trainer: Trainer) -> dict[str, ast.expr] | None:
    """The entries of its `train_loop_config`; None where they are not known."""
    return _entries_given(trainer, "train_loop_config")


def gives_config(trainer: Trainer) -> bool:
    """Whether it was given a `train_loop_config` that may hold something."""
    given = trainer.argument("train_loop_config")
    return given is not None and constant(trainer.module, given) is not None and config_of(trainer) != {}


def _entries_given(trainer: Trainer, name: str) -> dict[str, ast.expr] | None:
    given = trainer.argument(name)
    if given is None or constant(trainer.module, given) is None:
        return None if trainer.has_unseen_arguments else {}
    return None if _is_handed_out(trainer, given) else entries(trainer.module, given)


def _is_handed_out(trainer: Trainer, given: ast.expr) -> bool:
    """Whether the dict that `given` names is also given to other code, which may put more into it."""
    module = trainer.module
    if not isinstance(given, ast.Name):
        return False
    for other in module.index.names(given.id):
        parent = module.parent(other) if other is not given else None
        if isinstance(parent, ast.keyword):
            parent = module.parent(parent)
        if isinstance(parent, ast.Call) and other is not parent.func:
            name = module.qualified(parent.func) or ""
            if not name.startswith(("ray.train.", "builtins.", "json.")):
                return True
    return False


@dataclass(frozen=True, slots=True)
class Signature:
    """How Ray Train sees the loop: it counts the parameters without a default, those that `functools.partial` has
    filled left out. With one it hands over the configuration, with none it hands over nothing."""

    function: Function
    required: int
    first: ast.arg | None
    """The first parameter that is not filled yet: where there is one required parameter, the configuration."""
    default: ast.expr | None
    """The default of that parameter."""


def signature_of(trainer: Trainer) -> Signature | None:
    """The signature of its loop; None where that cannot be told."""
    module = trainer.module
    given = trainer.call.args[0] if trainer.call.args else trainer.argument("train_loop_per_worker")
    filled, named = 0, set[str]()
    for _ in range(_MOST_PARTIALS):
        value = module.value(given) if given is not None else None
        if not isinstance(value, ast.Call):
            break
        if module.qualified(value.func) != "functools.partial" or not value.args or has_unseen_arguments(value):
            return None
        filled += len(value.args) - 1
        named |= {keyword.arg for keyword in value.keywords if keyword.arg is not None}
        given = value.args[0]
    function = module.function(given) if given is not None else None
    if function is None or (not isinstance(function, ast.Lambda) and function.decorator_list):
        return None
    parameters = function.args.posonlyargs + function.args.args
    defaults: list[ast.expr | None] = [None] * (len(parameters) - len(function.args.defaults))
    defaults += function.args.defaults
    left = list(zip(parameters, defaults, strict=True))[filled:]
    first_named = next((place for place, (parameter, _) in enumerate(left) if parameter.arg in named), len(left))
    left = left[:first_named]  # what follows a parameter filled by name can itself be given by name only
    rest = function.args.vararg is not None and not named
    required = sum(default is None for _, default in left) + rest
    return Signature(function, required, left[0][0] if left else None, left[0][1] if left else None)


def only_close_name(name: str, known: Iterable[str]) -> str | None:
    """The one of `known` that `name` is likely a misspelling of; None where there is none, or more than one."""
    close = difflib.get_close_matches(name, list(known), n=2, cutoff=_CLOSE)
    return close[0] if len(close) == 1 else None


def quoted_like(module: Module, literal: ast.expr, text: str) -> str:
    """`text` as a literal, in the quotes of `literal`."""
    line, column, _, _ = module.source.node_span(literal)
    quote = module.source.line_text(line)[column : column + 1]
    return f"{quote}{text}{quote}" if quote in ("'", '"') else f'"{text}"'


def listed(names: Iterable[str]) -> str:
    """`"train"`, `"eval"`: names in a sentence."""
    return ", ".join(f'`"{name}"`' for name in names)
