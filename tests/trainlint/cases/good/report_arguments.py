from ray import train
from ray.train import report


def writer(**metrics):
    print(metrics)


def loops(arguments, options):
    train.report({"loss": 1.0}, None, "first")
    train.report(metrics={"loss": 1.0}, checkpoint=None, validation=False)
    report({})
    report(*arguments)
    report(**options)
    writer(loss=1.0)
    everything = {"metrics": {"loss": 1.0}, "checkpoint": None}
    report(**everything)


def mine(report):
    report(loss=1.0)
    report()
