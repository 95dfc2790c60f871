# mends: loop_called_at_once
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_func(config):
    for epoch in range(config["epochs"]):
        print("epoch", epoch)


trainer = TorchTrainer(
    train_func,
    train_loop_config={"epochs": 2},
    scaling_config=ScalingConfig(num_workers=2),
)
trainer.fit()
