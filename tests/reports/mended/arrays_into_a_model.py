# mends: arrays_into_a_model
import ray
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_func(config):
    model = prepare_model(torch.nn.Linear(1, 1))
    shard = train.get_dataset_shard("train")
    for batch in shard.iter_torch_batches(batch_size=32, dtypes=torch.float32):
        print(model(batch["id"].unsqueeze(1)))


TorchTrainer(
    train_func,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    datasets={"train": ray.data.range(16)},
).fit()
