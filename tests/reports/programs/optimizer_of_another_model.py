# about: An optimizer's state of another model
# shows: cause optimizer_state_mismatch
import torch
from ray import train
from ray.train.torch import TorchTrainer


def resume(config):
    a = torch.nn.Linear(2, 2)
    b = torch.nn.Linear(2, 2)
    saved = torch.optim.Adam([{"params": a.parameters()}, {"params": b.parameters()}]).state_dict()
    opt = torch.optim.Adam(a.parameters())
    opt.load_state_dict(saved)  # here
    train.report({"ok": 1})


TorchTrainer(resume, scaling_config=train.ScalingConfig(num_workers=2)).fit()
