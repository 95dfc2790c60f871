import os
import signal
import sys

from ray import train
from ray.train import FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def on_signal(number, frame):
    sys.exit(number)


def train_loop():
    signal.signal(signal.SIGUSR1, on_signal)
    try:
        sys.exit(0)
    except SystemExit:
        print("caught")
    start = 0 if train.get_checkpoint() is None else 2
    for epoch in range(start, 3):
        if epoch == 1 and os.environ.get("KILL_A_WORKER"):
            os._exit(1)
        train.report({"epoch": epoch})


def main():
    run_config = RunConfig(failure_config=FailureConfig(max_failures=1))
    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2), run_config=run_config).fit()
    sys.exit(0)


main()
