# about: Rows of another width on one rank
# shows: cause shapes_do_not_fit
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def loop(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(6, 1))
    x = torch.randn(4, 6 + rank)
    for i in range(2):
        model(x).sum().backward()  # here
        train.report({"i": i})


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
