from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.loop import TrainLoop


def loop_of(text: str) -> TrainLoop:
    module = module_of(text)
    return TrainLoop(module, next(f for f in module.functions if getattr(f, "name", "") == "train_loop"))


def test_functions_classes_and_values_that_are_mentioned_are_reached() -> None:
    loop = loop_of("""
        from ray import train

        def direct(): train.report(1)
        def as_value(): train.report(2)
        callback = as_value

        class Saver:
            def save(self): train.report(3)

        saver = Saver()

        def unused(): train.report(4)

        def train_loop():
            direct()
            [callback]
            saver.save()
            train.report(5)
    """)
    assert sorted(call.args[0].value for call in loop.reports) == [1, 2, 3, 5]  # type: ignore[attr-defined] # constants


def test_recursion_ends() -> None:
    loop = loop_of("""
        def train_loop(): other()
        def other(): train_loop()
    """)
    assert len(loop.functions) == 2


@pytest.mark.parametrize(
    "body",
    [
        "helper(model)",
        "elsewhere.save()",
        "config['report'](1)",
        "config(1)",
        "undefined(1)",
        "RayTrainReportCallback()",
    ],
)
def test_code_out_of_sight_may_report(body: str) -> None:
    loop = loop_of(f"""
        import elsewhere
        from .helpers import helper
        from ray.train.lightning import RayTrainReportCallback

        def train_loop(config):
            model = 1
            {body}
    """)
    assert loop.may_report_out_of_sight


@pytest.mark.parametrize(
    "body",
    ["torch.save(config, 'x')", "print(np.mean([1]))", "step(lambda x: x)", "layers[0](1)", "train.report({})"],
)
def test_well_known_code_does_not_report(body: str) -> None:
    loop = loop_of(f"""
        import numpy as np
        import torch
        from ray import train

        layers = [print]
        def step(f): f(1)

        def train_loop(config):
            {body}
    """)
    assert not loop.may_report_out_of_sight


def test_a_loop_owns_what_runs_in_its_workers_only() -> None:
    loop = loop_of("""
        def inner(): return 1
        def shared(): return 2
        def given(): return 3

        def train_loop():
            inner()
            shared()
            print(given)
            return 4

        shared()
    """)
    owned = {node.value for node in loop.module.nodes if isinstance(node, ast.Constant) and loop.owns(node)}
    assert owned == {1, 4}
