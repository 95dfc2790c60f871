# report: R20
# about: Tensors of a GPU in the configuration
# shows: cause cuda_missing
# stands in: without a GPU the driver cannot even make the tensor; the linter says the rest (RTL218)
import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

weights = torch.ones(3, device="cuda")  # here


def train_loop(config):
    print(config["weights"].device)


TorchTrainer(train_loop, train_loop_config={"weights": weights}, scaling_config=ScalingConfig(num_workers=1)).fit()
