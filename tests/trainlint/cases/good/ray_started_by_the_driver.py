import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    ray.init(ignore_reinit_error=True)
    if not ray.is_initialized():
        ray.init()
    train.report({"epoch": 0})


def main():
    ray.init()
    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ray.shutdown()


main()
