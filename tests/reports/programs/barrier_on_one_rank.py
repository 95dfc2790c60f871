# about: A barrier on one rank
# shows: stall report_on_some_ranks
import torch.distributed as dist
from ray import train
from ray.train.torch import TorchTrainer


def loop(config):
    if dist.get_rank() == 0:
        print("saving")
        dist.barrier()  # here
    train.report({"x": 1})


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
