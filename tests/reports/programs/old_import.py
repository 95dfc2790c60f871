# about: A class of Ray AIR
# shows: cause old_api
from ray.air import Checkpoint, session  # here
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

print(Checkpoint)


def train_loop(config):
    session.report({"loss": 0.5})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
