# report: R24
# about: An argument of Ray Tune's
# shows: cause old_api
from ray import train
from ray.train import CheckpointConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"loss": 0.5})


keeping = CheckpointConfig(num_to_keep=2, checkpoint_frequency=1)  # here
TorchTrainer(
    train_loop, scaling_config=ScalingConfig(num_workers=1), run_config=RunConfig(checkpoint_config=keeping)
).fit()
