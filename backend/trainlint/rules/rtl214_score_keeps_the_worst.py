"""RTL214: the checkpoints with the highest loss are kept."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..arguments import argument
from ..configuration import configs, is_written, quoted_like
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, inserted, replaced
from ..values import constant

_LESS_IS_BETTER = frozenset(
    ["loss", "losses", "error", "err", "perplexity", "ppl", "nll", "mse", "rmse", "mae", "mape", "wer", "cer"]
)
_MORE_IS_BETTER = frozenset(["accuracy", "acc", "auc", "auroc", "bleu", "rouge", "precision", "recall"])
# `neg_loss`, `loss_reduction`: the word is there, and the sense is turned.
_TURNED = frozenset(
    ["neg", "negative", "minus", "inverse", "inv", "reduction", "improvement", "drop", "gain", "decrease", "stop"]
)


class ScoreKeepsTheWorst(Rule):
    """Checkpoints are scored by a loss, and those with the highest are kept.

    ## What it does
    Looks for a `CheckpointConfig` whose `checkpoint_score_attribute` is a loss or an error and whose
    `checkpoint_score_order` is `max`, which is the default; and for an accuracy with `min`.

    ## Why is this bad?
    Ray Train cannot know that less loss is better. It keeps the checkpoints with the most of what it was told to score
    by, and deletes the good ones.

    ## Example
    ```python
    from ray.train import CheckpointConfig, RunConfig

    run_config = RunConfig(
        checkpoint_config=CheckpointConfig(num_to_keep=2, checkpoint_score_attribute="val_loss"),
    )
    ```

    ## Use instead
    ```python
    from ray.train import CheckpointConfig, RunConfig

    run_config = RunConfig(
        checkpoint_config=CheckpointConfig(
            num_to_keep=2, checkpoint_score_attribute="val_loss", checkpoint_score_order="min"
        ),
    )
    ```

    ## Since which Ray
    `CheckpointConfig` came with Ray 2.0, and `max` has always been the default.
    """

    code = "RTL214"
    name = "score-keeps-the-worst"
    severity = "warning"
    symptoms = (
        "The checkpoints that are kept are the worst ones.",
        "The best checkpoint is the one of the first epoch.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for config in configs(module, "CheckpointConfig"):
            given = argument(config, "checkpoint_score_attribute", 1)
            score = constant(module, given) if given is not None else None
            if given is None or not isinstance(score, str):
                continue
            order = argument(config, "checkpoint_score_order", 2)
            current = constant(module, order) if order is not None else "max"
            words = set(re.split(r"[^a-z]+", score.lower()))
            if words & _TURNED:
                continue
            if current == "max" and words & _LESS_IS_BETTER and not words & _MORE_IS_BETTER:
                yield self._turned(module, config, given, order, score, "highest", "min")
            elif current == "min" and words & _MORE_IS_BETTER and not words & _LESS_IS_BETTER:
                yield self._turned(module, config, given, order, score, "lowest", "max")

    def _turned(
        self,
        module: Module,
        config: ast.Call,
        given: ast.expr,
        order: ast.expr | None,
        score: str,
        most: str,
        right: str,
    ) -> Diagnostic:
        fix = None
        if order is None and given not in config.args and is_written(module, config):
            given_keyword = next(keyword for keyword in config.keywords if keyword.value is given)
            text = f', checkpoint_score_order="{right}"'
            fix = Fix(
                f"Keep the {'lowest' if right == 'min' else 'highest'}",
                (inserted(module, given_keyword, text, after=True),),
            )
        elif isinstance(order, ast.Constant):
            fix = Fix(f'Set the order to "{right}"', (replaced(module, order, quoted_like(module, order, right)),))
        return self.at(
            module,
            given,
            f'The checkpoints with the {most} "{score}" count as the best and are kept.',
            f'Set `checkpoint_score_order="{right}"`.',
            fix,
        )
