import ray.train
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    settings = train.collective.broadcast_from_rank_zero({"lr": 0.1})
    ray.train.collective.barrier()
    train.report(settings)


trainer = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))
result = trainer.fit()
callback = ray.train.lightning.RayTrainReportCallback
