import ray.train.collective
from ray import train
from ray.train import ScalingConfig, huggingface
from ray.train.torch import TorchTrainer


def train_loop():
    from ray.train.lightning import RayTrainReportCallback

    settings = train.collective.broadcast_from_rank_zero({"lr": 0.1})
    ray.train.collective.barrier()
    callback = train.lightning.RayTrainReportCallback
    model = train.torch.get_device()
    train.report({**settings, "same": callback is RayTrainReportCallback, "model": str(model) == ""})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
print(train.huggingface is huggingface)
