import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch.nn.utils import clip_grad_norm_


def train_loop(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
    best = {name: value.clone() for name, value in model.module.state_dict().items()}
    for epoch in range(3):
        loss = model(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        if rank == 0:
            clip_grad_norm_(model.parameters(), 1.0)
        if rank == 0:
            optimizer.step()
            scheduler.step()
        if rank == 0 and epoch == 1:
            model.module.load_state_dict(best)
        train.report({"loss": loss.item()})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
