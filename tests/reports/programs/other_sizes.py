# about: A checkpoint of another size
# shows: cause state_dict_mismatch
import torch
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    small, large = torch.nn.Linear(2, 2), torch.nn.Linear(3, 2)
    try:
        large.load_state_dict(small.state_dict())  # here
    except RuntimeError as error:
        raise ValueError("the old weights cannot be used") from error


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
