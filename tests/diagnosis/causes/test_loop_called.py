from __future__ import annotations

from failing_runs import causes_of, own_frame, told, told_wrapped

SOURCE = """from ray.train.torch import TorchTrainer


def train_loop(config):
    print(config)


trainer = TorchTrainer(train_loop({"epochs": 2}))
trainer.fit()
"""
FIT = own_frame(9, "trainer.fit()", "<module>")


def test_a_loop_that_was_called_is_named_where_the_trainer_is_made() -> None:
    [diagnosis] = told("TypeError", "None is not a callable object", FIT, source=SOURCE, rank=None)

    assert diagnosis.cause == "loop_called"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 8
    assert diagnosis.sketch == "TorchTrainer(train_loop, train_loop_config={'epochs': 2})\n"


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("TypeError", "'int' object is not callable")) == ["worker_raised"]


def test_a_function_that_makes_a_loop_is_none_of_it() -> None:
    assert told_wrapped("TypeError", "None is not a callable object")[0].cause == "worker_raised"
