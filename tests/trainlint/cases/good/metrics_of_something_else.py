from my_project.sweeps import Sweep
from ray import train


def train_loop():
    train.report({"loss": 0.0})


result = Sweep(train_loop).fit()
print(result.metrics["loss"])
