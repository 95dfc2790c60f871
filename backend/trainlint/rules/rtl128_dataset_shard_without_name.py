"""RTL128: `get_dataset_shard` is not told which data set."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, argument_keyword, has_unseen_arguments
from ..diagnostic import Diagnostic, Edit, Fix
from ..module import Module
from ..rule import Rule, replaced
from ..values import constant, entries


class DatasetShardWithoutName(Rule):
    """`get_dataset_shard` is called without the name of a data set.

    ## What it does
    Looks for `ray.train.get_dataset_shard()` and `get_dataset_shard(None)`.

    ## Why is this bad?
    The name may be left out by its signature only. Ray looks for a data set named `None` among those of the trainer's
    `datasets=`, and every rank fails with a `KeyError`, also where there is just one data set.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        shard = train.get_dataset_shard()
        rows = sum(1 for row in shard.iter_rows())
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
        rows = sum(1 for row in shard.iter_rows())
        train.report({"rows": rows})

    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    Train V2. Before it the call raised a `RuntimeError` instead, or gave `None` where the trainer had no data sets.
    """

    code = "RTL128"
    name = "dataset-shard-without-name"
    severity = "error"
    fixable = True
    symptoms = ("KeyError: \"Dataset shard for 'None' not found\", from every rank.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for call in module.index.calls_to("ray.train.get_dataset_shard"):
            given = argument(call, "dataset_name", 0)
            if has_unseen_arguments(call) or (given is not None and constant(module, given) is not None):
                continue
            name = _only_name(module)
            yield self.at(
                module,
                call,
                "No data set is named here, so Ray looks for one called `None` and raises a `KeyError`.",
                f"Name it: `get_dataset_shard({name or 'train'!r})`.".replace("'", '"'),
                _named(module, call, name) if name is not None else None,
            )


def _only_name(module: Module) -> str | None:
    """The name of the one data set that the trainers of the file have."""
    names: set[str] = set()
    for trainer in module.trainers:
        given = trainer.argument("datasets")
        found = entries(module, given) if given is not None else None
        if found is None:
            return None
        names |= found.keys()
    return names.pop() if len(names) == 1 else None


def _named(module: Module, call: ast.Call, name: str) -> Fix:
    text = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    keyword = argument_keyword(call, "dataset_name")
    if keyword is not None or call.args:
        edit = replaced(module, keyword.value if keyword is not None else call.args[0], text)
    else:
        span = module.source.node_span(call)
        edit = Edit(span.end_line, span.end_column - 1, span.end_line, span.end_column - 1, text)
    return Fix(f"Take the shard of {text}", (edit,))
