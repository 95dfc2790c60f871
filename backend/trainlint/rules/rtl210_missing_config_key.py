"""RTL210: the loop reads a key of its configuration that is not there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..certainty import surely_runs
from ..config_reads import ConfigReads
from ..configuration import Signature, config_of, listed, only_close_name, quoted_like, signature_of
from ..diagnostic import Diagnostic, Fix
from ..loop import TrainLoop
from ..module import Module
from ..rule import Rule, replaced
from ..scopes import Function


class MissingConfigKey(Rule):
    """The loop reads a key that `train_loop_config` does not give.

    ## What it does
    Compares each `config["key"]` of the loop, and of the functions that it hands its configuration to, with the keys
    of `train_loop_config`. A key that is looked for with `get` or `in`, or read under a condition, is left alone.

    ## Why is this bad?
    It raises a `KeyError` in every worker, which comes only after the cluster and the workers have been started.
    Without a `train_loop_config` the loop gets an empty dict.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        for epoch in range(config["num_epoch"]):
            train.report({"epoch": epoch})

    TorchTrainer(
        train_loop,
        train_loop_config={"num_epochs": 3},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        for epoch in range(config["num_epochs"]):
            train.report({"epoch": epoch})

    TorchTrainer(
        train_loop,
        train_loop_config={"num_epochs": 3},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    As long as there has been a `train_loop_config`.
    """

    code = "RTL210"
    name = "missing-config-key"
    severity = "error"
    symptoms = ("KeyError in every worker as soon as the loop begins.",)
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if module.index.calls_named("Tuner"):
            return  # its `param_space` may bring more keys
        given: dict[Function, tuple[TrainLoop, Signature, set[str] | None]] = {}
        for trainer in module.trainers:
            signature = signature_of(trainer)
            if trainer.loop is None or signature is None or signature.required != 1 or signature.first is None:
                continue
            entries = config_of(trainer)
            _, _, known = given.get(signature.function, (trainer.loop, signature, set[str]()))
            together = known | set(entries) if known is not None and entries is not None else None
            given[signature.function] = (trainer.loop, signature, together)
        for loop, signature, known in given.values():
            if known is not None:
                yield from self._missing(module, loop, ConfigReads(loop, signature), known)

    def _missing(self, module: Module, loop: TrainLoop, reads: ConfigReads, known: set[str]) -> Iterator[Diagnostic]:
        absent = [(key, node) for key, node in reads.by_key if key not in known]
        if not absent or reads.is_changed:
            return
        unread = known - {key for key, _ in reads.by_key} - reads.looked_for
        for key, node in absent:
            if key in reads.looked_for or not surely_runs(loop, node):
                continue
            close = only_close_name(key, unread) if isinstance(node.slice, ast.Constant) else None
            text = quoted_like(module, node.slice, close or "")
            yield self.at(
                module,
                node,
                f'`train_loop_config` gives no "{key}", so this raises a KeyError in each worker.',
                f"Add it to `train_loop_config`, which has {listed(sorted(known))}."
                if known
                else f'Pass `train_loop_config={{"{key}": ...}}` to the trainer.',
                Fix(f'Read "{close}"', (replaced(module, node.slice, text),)) if close is not None else None,
            )
