"""What diagnoses advise as code can be pasted: it is Python, and it asks for nothing that Ray and torch do not have."""

from __future__ import annotations

import ast

import pytest

from sketches import Sketch, not_there, sketches

ALL = sketches()
each_sketch = pytest.mark.parametrize("sketch", ALL, ids=str)


def test_they_are_found() -> None:
    files = {sketch.file for sketch in ALL}

    assert {"causes/result_metrics_none.py", "causes/checkpoint_gone.py", "stalls/uneven_batches.py"} <= files
    assert len(ALL) > 60


@each_sketch
def test_each_is_python(sketch: Sketch) -> None:
    ast.parse(sketch.code)


@pytest.mark.ray
@each_sketch
def test_each_uses_what_there_is(sketch: Sketch) -> None:
    assert not_there(sketch.code) == []


@pytest.mark.ray
def test_what_is_not_there_is_found() -> None:
    found = not_there("train.torch.get_the_device()\nScalingConfig(num_worker=2)\ntrain.report({}, step=1)\n")

    assert set(found) == {"train.torch.get_the_device", "ScalingConfig(num_worker=)", "train.report(step=)"}
