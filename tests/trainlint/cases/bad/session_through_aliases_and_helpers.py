import ray.air.session as session
from ray.air.session import get_checkpoint, report as tell
from ray.train import ScalingConfig
from ray.train.context import get_context
from ray.train.torch import TorchTrainer


class Logger:
    def log(self, loss):
        tell({"loss": loss, "rank": session.get_world_rank()})


def train_loop():
    checkpoint = get_checkpoint()
    print(checkpoint, get_context().get_world_size(), session.get_trial_name())
    Logger().log(0.1)


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
