# about: Labels that count from 1
# shows: cause label_out_of_range
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def train_func(config):
    model = prepare_model(torch.nn.Linear(5, 10))
    labels = torch.arange(1, 11)
    criterion = torch.nn.CrossEntropyLoss()
    loss = criterion(model(torch.randn(10, 5)), labels)  # here
    loss.backward()
    train.report({"loss": loss.item()})


TorchTrainer(train_func, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
