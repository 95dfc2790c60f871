# report: R02
# about: Rank 0 alone never reports
# shows: stall report_on_some_ranks
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    rank = train.get_context().get_world_rank()
    for epoch in range(2):
        if rank == 0:
            continue
        train.report({"epoch": epoch})  # here


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=3)).fit()
