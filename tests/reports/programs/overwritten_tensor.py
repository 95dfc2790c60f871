# about: A tensor that is overwritten before backward
# shows: cause changed_in_place
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def loop(config):
    m = prepare_model(torch.nn.Linear(2, 2))
    h = torch.sigmoid(m(torch.ones(3, 2)))
    h += 1
    h.sum().backward()  # here
    train.report({"x": 1})


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
