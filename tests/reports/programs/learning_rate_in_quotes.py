# about: A learning rate in quotes
# shows: cause text_for_a_number
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model

CFG = {"lr": "1e-3", "epochs": 2}


def main(config):
    model = prepare_model(torch.nn.Linear(1, 1))
    opt = torch.optim.SGD(model.parameters(), lr=config["lr"])  # here
    for _ in range(config["epochs"]):
        opt.zero_grad()
        model(torch.ones(1, 1)).sum().backward()
        opt.step()
        train.report({"x": 1})


TorchTrainer(main, train_loop_config=CFG, scaling_config=train.ScalingConfig(num_workers=2)).fit()
