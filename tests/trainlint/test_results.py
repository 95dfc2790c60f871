from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.results import Looks, is_tried, never_has_a_checkpoint

HEAD = """
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer
import elsewhere
def loop():
    {report}
TorchTrainer(loop, scaling_config={scaling})
"""


@pytest.mark.parametrize(
    ("report", "scaling", "expected"),
    [
        ("train.report({})", "ScalingConfig(num_workers=2)", True),
        ("train.report({}, checkpoint=None)", "ScalingConfig(num_workers=2)", True),
        ("train.report({}, checkpoint=it)", "ScalingConfig(num_workers=2)", False),
        ("train.report({}, it)", "ScalingConfig(num_workers=2)", False),
        ("train.report(**it)", "ScalingConfig(num_workers=2)", False),
        ("elsewhere.report()", "ScalingConfig(num_workers=2)", False),
        ("train.report({})", "ScalingConfig(num_workers=0)", False),
        ("train.report({})", "elsewhere.scaling()", False),
    ],
)
def test_a_run_never_has_a_checkpoint_where_that_is_sure(report: str, scaling: str, expected: bool) -> None:
    (trainer,) = module_of(HEAD.format(report=report, scaling=scaling)).trainers
    assert never_has_a_checkpoint(trainer) is expected


@pytest.mark.parametrize(
    ("program", "looked", "tried"),
    [
        ("use(result.metrics['a'])", False, False),
        ("if result.metrics:\n    use(result.metrics['a'])", True, False),
        ("if result.checkpoint is None:\n    pass\nuse(result.metrics['a'])", True, False),
        ("if result.metrics['a'] > 1:\n    use(result.metrics['a'])", False, False),
        ("try:\n    use(result.metrics['a'])\nexcept TypeError:\n    pass", False, True),
        ("try:\n    use(result.metrics['a'])\nexcept OSError:\n    pass", False, False),
    ],
)
def test_a_use_may_be_looked_at_before_or_tried(program: str, looked: bool, tried: bool) -> None:
    module = module_of(program)
    (call,) = module.index.calls_named("use")
    use = call.args[0]
    assert isinstance(use, ast.Subscript)
    assert Looks(module).before_use(use, {"result.metrics"}) is looked
    assert is_tried(module, use) is tried
