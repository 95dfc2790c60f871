from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def by_break(rank):
    for epoch in range(8):
        train.report({"epoch": epoch})
        if rank == 0:
            break


def by_return(rank):
    epoch = 0
    while True:
        train.report({"epoch": epoch})
        epoch += 1
        if epoch > 3:
            return
        if rank % 2:
            print("odd ranks go home")
            return
        else:
            print("even ranks go on")


def train_loop(config):
    rank = train.get_context().get_world_rank()
    by_break(rank)
    by_return(rank)


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
