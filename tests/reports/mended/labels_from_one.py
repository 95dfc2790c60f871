# mends: labels_from_one
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def train_func(config):
    model = prepare_model(torch.nn.Linear(5, 10))
    labels = torch.arange(1, 11)
    labels = labels - 1  # where they count from 1
    logits = model(torch.randn(10, 5))
    assert 0 <= labels.min() and labels.max() < logits.shape[1]
    criterion = torch.nn.CrossEntropyLoss()
    loss = criterion(logits, labels)
    loss.backward()
    train.report({"loss": loss.item()})


TorchTrainer(train_func, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
