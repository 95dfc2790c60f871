from functools import partial
from typing import Any

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config: dict[str, Any] | None = None, verbose: bool = False) -> None:
    train.report({"epochs": (config or {}).get("epochs", 1), "verbose": int(verbose)})


settings = {"epochs": 3}
trainer = TorchTrainer(
    train_loop_per_worker=loop, train_loop_config=settings, scaling_config=ScalingConfig(num_workers=2)
)
trainer.fit()


def filled(config):
    train.report({"epochs": config["epochs"]})


TorchTrainer(partial(filled, {"epochs": 1}), train_loop_config=settings).fit()
TorchTrainer(lambda: train.report({"done": 1}), train_loop_config=settings).fit()
