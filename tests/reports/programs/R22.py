# report: R22
# about: A checkpoint made of a dictionary
# shows: cause old_api
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for epoch in range(2):
        state = Checkpoint.from_dict({"epoch": epoch})  # here
        train.report({"epoch": epoch}, checkpoint=state)


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
