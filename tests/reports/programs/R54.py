# report: R54
# about: Tensors on two devices
# shows: cause device_mismatch
# stands in: the `meta` device for the GPU that is not there
import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    model = torch.nn.Linear(10, 1).to("meta")
    batch = torch.randn(32, 10)
    targets = torch.randn(32, 1)
    loss = (model(batch.to("meta")) - targets).square().mean()  # here
    loss.backward()


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
