from ray import train
from ray.train import FailureConfig, RunConfig
from ray.train.torch import TorchTrainer

RETRIES = -1


def epoch_of(number):
    train.report({"epoch": number})


def loop():
    number = 0
    while number < 10:
        epoch_of(number)
        number += 1


failures = FailureConfig(RETRIES)
run_config = RunConfig(failure_config=failures)
TorchTrainer(loop, run_config=run_config).fit()
