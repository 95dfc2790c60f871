import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

CPUS = 4


def loop():
    train.report({"done": 1})


if __name__ == "__main__":
    ray.init(num_cpus=CPUS)
    scaling = ScalingConfig(num_workers=2, resources_per_worker={"CPU": 3})
    TorchTrainer(loop, scaling_config=scaling).fit()
