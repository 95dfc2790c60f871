from ray import train
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 0.0})


result = TorchTrainer(train_loop).fit()
print((result.metrics or {}).get("loss"))
