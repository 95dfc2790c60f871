from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

FILES = [f"part-{number}" for number in range(10)]


def rank():
    return train.get_context().get_world_rank()


def train_loop():
    mine = FILES[rank() :: train.get_context().get_world_size()]
    metrics = {"loss": float(rank()), "files": len(mine), "world_rank": rank(), "first": mine[0]}
    train.report(metrics)


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
