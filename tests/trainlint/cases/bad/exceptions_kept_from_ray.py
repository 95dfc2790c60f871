import traceback

import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def step(model, inputs):
    model(inputs).square().mean().backward()


def train_loop():
    model = prepare_model(torch.nn.Linear(4, 1))
    try:
        for number in range(10):
            try:
                step(model, torch.ones(8, 4))
            except (KeyError, torch.cuda.OutOfMemoryError):
                torch.cuda.empty_cache()
                continue
            train.report({"step": number})
    except:  # noqa: E722
        traceback.print_exc()


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
