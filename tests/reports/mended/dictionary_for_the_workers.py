# mends: dictionary_for_the_workers
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_func():
    train.report({"x": 1})


scaling_config = ScalingConfig(num_workers=2, use_gpu=False)
trainer = TorchTrainer(train_func, scaling_config=scaling_config)
trainer.fit()
