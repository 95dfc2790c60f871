import os

os.environ["RAY_TRAIN_V2_ENABLED"] = "0"

from ray.air import session  # noqa: E402
from ray.train import RunConfig, ScalingConfig  # noqa: E402
from ray.train.torch import TorchTrainer  # noqa: E402


def train_loop():
    session.report({"loss": 0.1})


TorchTrainer(
    train_loop,
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(verbose=1),
).fit()
