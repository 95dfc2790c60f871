# about: A loop that is a coroutine
# shows: cause loop_not_run
from ray import train
from ray.train.torch import TorchTrainer


async def train_func(config):  # here
    for i in range(3):
        train.report({"i": i})


TorchTrainer(train_func, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
