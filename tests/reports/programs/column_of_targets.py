# about: Targets without the column that the outputs have
# shows: cause shapes_do_not_fit
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_func(config):
    model = prepare_model(torch.nn.Linear(4, 1))
    rows = torch.randn(16, 4)
    targets = (rows.sum(1) > 0).float()
    loss = torch.nn.functional.binary_cross_entropy_with_logits(model(rows), targets)  # here
    loss.backward()
    train.report({"loss": loss.item()})


TorchTrainer(train_func, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
