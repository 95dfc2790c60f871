# about: A loss that becomes NaN
# shows: cause loss_not_finite
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    rank = train.get_context().get_world_rank()
    for step in range(5):
        loss = float("nan") if step >= 2 + rank else 1.0 / (step + 1)
        train.report({"loss": loss, "step": step})  # here


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
