import sys

from my_project.resuming import start_epoch
from ray import train
from ray.train import FailureConfig, RunConfig
from ray.train.torch import TorchTrainer


def first_epoch():
    checkpoint = train.get_checkpoint()
    return int(checkpoint.get_metadata()["epoch"]) + 1 if checkpoint else 0


def loop():
    for epoch in range(first_epoch(), 3):
        train.report({"epoch": epoch})


def helped():
    for epoch in range(start_epoch(), 3):
        train.report({"epoch": epoch})


def at_once():
    train.report({"done": 1})


def never_again():
    for epoch in range(3):
        train.report({"epoch": epoch})


again = RunConfig(failure_config=FailureConfig(max_failures=3))
for each in (loop, helped, at_once):
    print(each.__name__)
TorchTrainer(loop, run_config=again).fit()
TorchTrainer(helped, run_config=again).fit()
TorchTrainer(at_once, run_config=again).fit()
TorchTrainer(never_again, run_config=RunConfig(failure_config=FailureConfig(max_failures=0))).fit()
TorchTrainer(never_again, run_config=RunConfig(failure_config=FailureConfig(int(sys.argv[1])))).fit()
