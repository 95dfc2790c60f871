# about: Two tries that fail in two ways
# shows: cause attempts_used_up
# shows: cause worker_raised
import tempfile
from pathlib import Path

from ray.train import FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

MARK = Path(tempfile.gettempdir(), "tried-once")


def train_loop(config):
    if not MARK.exists():
        MARK.write_text("tried")
        raise ConnectionError("the first try")
    raise ValueError("the second try")  # here


TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    run_config=RunConfig(failure_config=FailureConfig(max_failures=1)),
).fit()
