# report: R04
# about: A report on one rank pairs with a barrier on another
# shows: cause reports_unpaired
from ray import train
from ray.train import ScalingConfig
from ray.train.collective import barrier
from ray.train.torch import TorchTrainer


def train_loop(config):
    if train.get_context().get_world_rank() == 0:
        barrier()  # here
    else:
        train.report({"accuracy": 0.5})
    print("all done")


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
