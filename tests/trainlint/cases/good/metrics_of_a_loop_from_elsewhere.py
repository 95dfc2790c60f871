from my_project.loops import train_loop
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
print(result.metrics["loss"])
