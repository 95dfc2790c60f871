# about: Another program that fails
# shows: cause called_program_failed
import subprocess
import sys

from ray import train
from ray.train.torch import TorchTrainer


def train_func(config):
    subprocess.run(  # here
        [sys.executable, "-c", "import sys; print('no data', file=sys.stderr); sys.exit(3)"], check=True
    )
    train.report({"i": 1})


TorchTrainer(train_func, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=1)).fit()
