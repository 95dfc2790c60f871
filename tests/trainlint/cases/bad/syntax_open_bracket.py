from ray import train

train.report({"loss": 1.0)
