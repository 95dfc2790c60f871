# about: An argument by a name written alike
# shows: cause argument_not_known
from ray import train
from ray.train.torch import TorchTrainer


def loop(config):
    train.report({"i": 1})


sc = train.ScalingConfig(n_workers=2)  # here
TorchTrainer(loop, train_loop_config={}, scaling_config=sc).fit()
