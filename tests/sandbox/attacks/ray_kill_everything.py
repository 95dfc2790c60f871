"""A Ray Train program: a rank kills every process that it sees, Ray's, the driver's and the zygote's among them."""

import os
import signal

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    train.report({"step": 0})
    for pid in sorted(int(name) for name in os.listdir("/proc") if name.isdigit()):
        if pid != os.getpid():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                continue


if __name__ == "__main__":
    TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
