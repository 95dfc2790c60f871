from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 1.0})


class Model:
    def fit(self):
        return self


trainer = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))
start = trainer.fit
result = start()
model = Model()
print(model.fit, result)
