# about: A loop that is a generator
# shows: cause loop_not_run
from ray import train
from ray.train.torch import TorchTrainer


def train_func(config):  # here
    for i in range(3):
        train.report({"i": i})
        yield i


TorchTrainer(train_func, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
