# mends: R02
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def save(model):
    print("rank 0 alone saves", model)


def train_loop():
    model = "weights"
    for epoch in range(2):
        metrics = {"epoch": epoch}
        if train.get_context().get_world_rank() == 0:
            save(model)
        train.report(metrics)  # on every rank


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=3)).fit()
