from ray import train, tune
from ray.train.torch import TorchTrainer


class Trainer(TorchTrainer):
    @classmethod
    def restore(cls, path):
        return cls(train_loop)

    def setup(self):
        return self


def train_loop():
    train.report({"loss": 0.1})


def trial(config):
    tune.report({"loss": 0.1})


if tune.Tuner.can_restore("/mnt/results/search"):
    tune.Tuner.restore("/mnt/results/search", trainable=trial).fit()
Trainer.restore("/mnt/results/first").setup()
