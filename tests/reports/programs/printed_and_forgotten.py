# about: An error that is printed and forgotten
# shows: cause error_swallowed
import traceback

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for step in range(2):
        try:
            if train.get_context().get_world_rank() == 1:
                raise ValueError(f"batch {step} is broken")  # here
        except ValueError:
            traceback.print_exc()
        train.report({"step": step})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
