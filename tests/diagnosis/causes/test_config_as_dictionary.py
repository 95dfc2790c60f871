from __future__ import annotations

import pytest

from failing_runs import causes_of, library_frame, own_frame, told

SOURCE = """from ray.train.torch import TorchTrainer


def train_loop():
    pass


scaling = {"num_workers": 2, "use_gpu": False}
trainer = TorchTrainer(train_loop, scaling_config=scaling)
"""
MAKING = own_frame(9, "trainer = TorchTrainer(train_loop, scaling_config=scaling)", "<module>")
OF_RAY = library_frame("ray/train/v2/api/data_parallel_trainer.py")


@pytest.mark.parametrize("message", ["'dict' object has no attribute 'use_gpu'", "Invalid `ScalingConfig` type: dict"])
def test_the_object_that_was_meant_is_shown(message: str) -> None:
    [diagnosis] = told("AttributeError", message, MAKING, OF_RAY, source=SOURCE, rank=None)

    assert diagnosis.cause == "config_as_dictionary"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 8
    assert diagnosis.sketch is not None
    assert diagnosis.sketch.endswith("scaling_config=ScalingConfig(num_workers=2, use_gpu=False)\n")
    assert diagnosis.sketch.startswith("from ray.train import ScalingConfig\n")


def test_a_dictionary_of_the_learner_s_own_is_another_cause() -> None:
    own = told("AttributeError", "'dict' object has no attribute 'use_gpu'", MAKING, source=SOURCE, rank=None)

    assert causes_of(own) == ["config_attribute"]
