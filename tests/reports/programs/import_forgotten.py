# about: A forgotten import
# shows: cause name_not_known
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def loop(config):
    m = prepare_model(torch.nn.Linear(2, 2))
    # The fault is that nothing imports F, so ruff is not to say it here.
    loss = F.mse_loss(m(torch.ones(1, 2)), torch.zeros(1, 2))  # noqa: F821  # here
    loss.backward()
    train.report({"loss": loss.item()})


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
