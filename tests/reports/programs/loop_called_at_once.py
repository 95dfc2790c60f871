# about: A loop that is called where it should be given
# shows: cause loop_called
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_func(config):
    for epoch in range(config["epochs"]):
        print("epoch", epoch)


trainer = TorchTrainer(
    train_func({"epochs": 2}),  # here
    scaling_config=ScalingConfig(num_workers=2),
)
trainer.fit()
