# about: A report outside of the loop
# shows: cause outside_the_loop
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"loss": 0.5})


trainer = TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1))
train.report({"started": 1})  # here
trainer.fit()
