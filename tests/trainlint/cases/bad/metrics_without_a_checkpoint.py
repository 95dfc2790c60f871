from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    train.report({"loss": 0.0}, checkpoint=None)


def run():
    trainer = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))
    outcome = trainer.fit()
    return outcome


result = run()
metrics = result.metrics
print(f"größter Verlust: {metrics['loss']}", result.metrics.get("loss"))
for name, value in result.metrics.items():
    print(name, value)
