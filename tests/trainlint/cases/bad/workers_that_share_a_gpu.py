from ray import train
from ray.train.torch import TorchConfig, TorchTrainer

SHARE = 0.25


def loop():
    train.report({"done": 1})


trainer = TorchTrainer(
    loop,
    torch_config=TorchConfig(backend="nccl"),
    scaling_config=train.ScalingConfig(
        num_workers=4, use_gpu=True, resources_per_worker={"GPU": SHARE}, placement_strategy="STRICT_PACK"
    ),
)
trainer.fit()
