"""RTL208: the loop asks for a dataset that the trainer was not given."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..certainty import surely_runs
from ..configuration import datasets_of, listed, only_close_name, quoted_like
from ..diagnostic import Diagnostic, Fix
from ..loop import TrainLoop
from ..module import Module
from ..rule import Rule, replaced
from ..scopes import Function
from ..values import strings


class UnknownDataset(Rule):
    """The loop asks for the shard of a dataset that the trainer was not given.

    ## What it does
    Compares the names in `get_dataset_shard(...)` with the keys of `datasets=`. A call that may never
    be reached, because it stands under a condition, is left alone.

    ## Why is this bad?
    The call raises a `KeyError` in every worker, and the run ends.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        shard = train.get_dataset_shard("trian")
        rows = sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=8))
        train.report({"rows": rows})

    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Use instead
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        shard = train.get_dataset_shard("train")
        rows = sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=8))
        train.report({"rows": rows})

    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    Train V2 raises. Train V1 gave None for a name it did not know, and the one dataset there was for no name.
    """

    code = "RTL208"
    name = "unknown-dataset"
    severity = "error"
    symptoms = ("KeyError: Dataset shard for 'val' not found. Please ensure that the dataset is passed through.",)
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        given: dict[Function, tuple[TrainLoop, set[str] | None]] = {}
        for trainer in module.trainers if module.index.calls_to("ray.train.get_dataset_shard") else ():
            if trainer.loop is not None:
                datasets = datasets_of(trainer)
                _, known = given.get(trainer.loop.function, (trainer.loop, set[str]()))
                together = known | set(datasets) if known is not None and datasets is not None else None
                given[trainer.loop.function] = (trainer.loop, together)
        for loop, known in given.values():
            for call in loop.index.calls_to("ray.train.get_dataset_shard") if known is not None else ():
                yield from self._unknown(module, loop, call, known or set())

    def _unknown(self, module: Module, loop: TrainLoop, call: ast.Call, known: set[str]) -> Iterator[Diagnostic]:
        asked = argument(call, "dataset_name", 0)
        if asked is None:
            return  # another rule's fault: the name is left out
        names = strings(module, asked)
        if not names or names & known:
            return
        name = min(names)
        close = only_close_name(name, known)
        if not surely_runs(loop, call):
            return
        todo = f"Pass it to the trainer, `datasets={{{name!r}: ...}}`, or ask for " + (
            f"one that is there: {listed(sorted(known))}." if known else "none."
        )
        is_literal = close is not None and isinstance(asked, ast.Constant)
        fix = Fix(f'Ask for "{close}"', (replaced(module, asked, quoted_like(module, asked, close or "")),))
        yield self.at(
            module,
            asked,
            f'The trainer of this loop has no dataset "{name}", so this raises a KeyError in each worker.',
            todo,
            fix if is_literal else None,
        )
