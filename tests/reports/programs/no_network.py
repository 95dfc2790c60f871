# about: A download without a network
# shows: cause network_missing
import urllib.request

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    with urllib.request.urlopen("http://example.com/weights.pt") as answer:  # here
        train.report({"size": len(answer.read())})


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
