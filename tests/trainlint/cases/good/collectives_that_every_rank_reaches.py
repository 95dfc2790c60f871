import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.collective import broadcast_from_rank_zero
from ray.train.torch import TorchTrainer, prepare_model


def download():
    """One rank a node goes first, and the others come after it."""
    if train.get_context().get_local_rank() != 0:
        dist.barrier()
    print("downloads, or finds it done")
    if train.get_context().get_local_rank() == 0:
        dist.barrier()


def ring(value):
    if dist.get_rank() == 0:
        dist.send(value, 1)
    elif dist.get_rank() == 1:
        dist.recv(value, 0)


def among_some(value):
    some = dist.new_group([0, 1])
    if dist.get_rank() < 2:
        dist.all_reduce(value, group=some)


def train_loop():
    download()
    rank = train.get_context().get_world_rank()
    if rank == 0:
        name = broadcast_from_rank_zero("first")
    else:
        name = broadcast_from_rank_zero(None)
    model = prepare_model(torch.nn.Linear(4, 1))
    value = torch.ones(1)
    ring(value)
    among_some(value)
    with model.no_sync():
        if rank == 0:
            model(torch.ones(2, 4)).sum().backward()
    if dist.get_world_size() > 1:
        dist.all_reduce(value)
    if rank == 0:
        print(name, model.module.state_dict())
    train.report({"loss": value.item()})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=4)).fit()
