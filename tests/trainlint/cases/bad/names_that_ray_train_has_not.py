import ray.train
from ray import train
from ray.train import ScalingConfig, TorchTrainer, get_world_rank
from ray.train.torch import prepare_dataloader, prepare_model


def train_loop(config):
    loader = prepare_dataloader([1, 2])
    print(get_world_rank(), train.get_world_size(), ray.train.torch.get_device(), prepare_model, loader)
    train.reports({"loss": 0.5})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
