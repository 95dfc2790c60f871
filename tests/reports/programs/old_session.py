# about: Reports to the session of Ray AIR
# shows: cause nothing_reported
from ray.air import session
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    for epoch in range(3):
        session.report({"epoch": epoch})  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
