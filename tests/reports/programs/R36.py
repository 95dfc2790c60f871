# report: R36
# about: Retries that fail the same way
# shows: cause retries_alike
# shows: cause worker_raised
from ray.train import FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    shape = (3, 0)
    print(shape[0] / shape[1])  # here


TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=1),
    run_config=RunConfig(failure_config=FailureConfig(max_failures=2)),
).fit()
