import argparse

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=3)


def loop(config):
    config["seed"] = 7
    rate = config["rate"] if "rate" in config else 0.1
    if config.get("name"):
        print(config["name"])
    if config["mode"] == "long":
        print(config["hours"])
    try:
        print(config["comment"])
    except KeyError:
        print("no comment")
    for epoch in range(config["epochs"]):
        train.report({"epoch": epoch, "rate": rate, "seed": config["seed"]})


def with_defaults(config):
    config = {"rate": 0.1, **config}
    train.report({"rate": config["rate"]})


def of_the_command_line(config):
    train.report({"epochs": config["epochs"]})


def of_a_dict_of_its_own(config):
    table = {"a": 1}
    train.report({"a": table["a"], "epochs": config["epochs"]})


scaling = ScalingConfig(num_workers=2)
TorchTrainer(loop, train_loop_config={"epochs": 3, "mode": "short"}, scaling_config=scaling).fit()
TorchTrainer(with_defaults, train_loop_config={"epochs": 3}, scaling_config=scaling).fit()
TorchTrainer(of_the_command_line, train_loop_config=vars(parser.parse_args()), scaling_config=scaling).fit()
settings = {"rate": 0.1}
settings["epochs"] = 3
TorchTrainer(of_a_dict_of_its_own, train_loop_config=settings, scaling_config=scaling).fit()
