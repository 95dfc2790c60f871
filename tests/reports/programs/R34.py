# report: R34
# about: The result's error is looked at after fit()
# shows: lint RTL310
# shows: cause worker_raised
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    if train.get_context().get_world_rank() == 1:
        raise ValueError("the second half of the data is missing")  # here


result = TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
if result.error:  # here: lint
    print("something went wrong:", result.error)
