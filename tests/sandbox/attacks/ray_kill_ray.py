"""A Ray Train program: a rank kills Ray's own servers, so that its driver waits for what will never come."""

import os
import signal
import time

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    train.report({"step": 0})
    print("Ray's servers are killed", flush=True)
    for name in filter(str.isdigit, os.listdir("/proc")):
        with open("/proc/%s/comm" % name) as file:
            command = file.read().strip()
        if command in ("raylet", "gcs_server"):
            os.kill(int(name), signal.SIGKILL)
    time.sleep(600)


if __name__ == "__main__":
    TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
