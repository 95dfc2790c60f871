from my_project.checkpoints import save_and_report
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop():
    save_and_report({"loss": 0.0})


result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
print(result.metrics["loss"])
