from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

result = TorchTrainer(lambda: print("hello"), scaling_config=ScalingConfig(num_workers=2)).fit()
if result.metrics["loss"] < 1:
    print("good")
