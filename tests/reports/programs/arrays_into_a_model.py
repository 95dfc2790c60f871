# about: Arrays of numpy's from Ray Data into a model
# shows: cause not_a_tensor
import ray
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_func(config):
    model = prepare_model(torch.nn.Linear(1, 1))
    for batch in train.get_dataset_shard("train").iter_batches(batch_size=8):
        print(model(batch["id"]))  # here


TorchTrainer(
    train_func,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    datasets={"train": ray.data.range(16)},
).fit()
