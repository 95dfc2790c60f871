"""Resources under the names that Ray's nodes offer them by."""

from ray import train
from ray.train import FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

GIGABYTE = 10**9


def train_loop():
    train.report({"ready": 1})


scaling = ScalingConfig(num_workers=1, resources_per_worker={"CPU": 1, "memory": 2 * GIGABYTE})
run = RunConfig(name="small", failure_config=FailureConfig(controller_failure_limit=0))
TorchTrainer(train_loop, scaling_config=scaling, run_config=run).fit()
