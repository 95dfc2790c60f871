"""RTL213: checkpoints are scored by a metric that is not reported with them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..configuration import listed, only_close_name, quoted_like
from ..diagnostic import Diagnostic, Fix
from ..loop import TrainLoop
from ..module import Module
from ..rule import Rule, replaced
from ..values import constant, entries


class ScoreNeverReported(Rule):
    """Checkpoints are scored by a metric that is not reported with them.

    ## What it does
    Compares `checkpoint_score_attribute` with the keys of each `train.report(...)` that carries a checkpoint.

    ## Why is this bad?
    A checkpoint without the metric scores as minus infinity. Nothing is raised, there is one line in the log, and the
    wrong checkpoints are deleted. With `checkpoint_score_order="min"` it is worse still: the sign is turned, and what
    lacks the metric is kept as the best of all.

    ## Example
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                train.report({"accuracy": epoch / 3}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=1),
        run_config=RunConfig(
            checkpoint_config=CheckpointConfig(num_to_keep=2, checkpoint_score_attribute="acuracy"),
        ),
    ).fit()
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                train.report({"accuracy": epoch / 3}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=1),
        run_config=RunConfig(
            checkpoint_config=CheckpointConfig(num_to_keep=2, checkpoint_score_attribute="accuracy"),
        ),
    ).fit()
    ```

    ## Since which Ray
    Train V2 scores what lacks the metric like this. Train V1 put such a checkpoint behind all others, as the best.
    """

    code = "RTL213"
    name = "score-never-reported"
    severity = "warning"
    symptoms = (
        "The best checkpoint was deleted.",
        "Result dict has no key, in the log of the controller.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            config, loop = trainer.checkpoint_config, trainer.loop
            given = argument(config, "checkpoint_score_attribute", 1) if config is not None else None
            score = constant(module, given) if given is not None else None
            if given is None or loop is None or not isinstance(score, str) or not score:
                continue
            if trainer.argument("validation_config") is not None or trainer.has_unseen_arguments:
                continue  # a validation brings metrics of its own
            yield from self._compare(module, loop, given, score)

    def _compare(self, module: Module, loop: TrainLoop, given: ast.expr, score: str) -> Iterator[Diagnostic]:
        reported = [
            one for report in loop.reports if _carries_a_checkpoint(module, report) for one in _keys(module, report)
        ]
        lacking = [(place, keys) for place, keys in reported if keys is not None and not _has(keys, score)]
        if not lacking:
            return
        if len(lacking) == len(reported) and not loop.may_report_out_of_sight:
            everywhere = set.intersection(*(keys for _, keys in lacking))
            close = only_close_name(score, everywhere) if isinstance(given, ast.Constant) else None
            text = quoted_like(module, given, close or "")
            yield self.at(
                module,
                given,
                f'No checkpoint of this loop is reported with "{score}", so all of them score alike.',
                f"Name a metric that is reported: {listed(sorted(everywhere))}." if everywhere else "Report it.",
                Fix(f'Score by "{close}"', (replaced(module, given, text),)) if close is not None else None,
            )
            return
        for place, _ in lacking:
            yield self.at(
                module,
                place,
                f'Checkpoints are scored by "{score}", and this one is reported without it: it counts as the worst, or'
                ' with the order "min" as the best.',
                f'Report "{score}" with every checkpoint.',
            )


def _carries_a_checkpoint(module: Module, report: ast.Call) -> bool:
    checkpoint = argument(report, "checkpoint", 1)
    return checkpoint is not None and constant(module, checkpoint) is not None and not has_unseen_arguments(report)


def _keys(module: Module, report: ast.Call) -> list[tuple[ast.expr, set[str] | None]]:
    """What is reported and its keys, None where they are not known; several where a `for` goes through dicts."""
    metrics = argument(report, "metrics", 0)
    if metrics is None:
        return [(report, None)]
    binding = module.binding(metrics) if isinstance(metrics, ast.Name) else None
    dicts = [metrics]
    if binding is not None and isinstance(binding.node, ast.For) and isinstance(binding.node.target, ast.Name):
        listed = module.value(binding.node.iter)
        dicts = listed.elts if isinstance(listed, ast.Tuple | ast.List) else dicts
    known = [(one, entries(module, one)) for one in dicts]
    return [(one, set(found) if found is not None else None) for one, found in known]


def _has(keys: set[str], score: str) -> bool:
    """Ray flattens nested metrics: `val/loss` is in `{"val": {"loss": 1.0}}`."""
    return score in keys or score.split("/")[0] in keys
