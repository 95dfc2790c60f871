from ray.train import ScalingConfig, report
from ray.train.torch import TorchConfig, TorchTrainer


def loop():
    report({"done": 1})


scaling = ScalingConfig(num_workers=2, use_gpu=True, resources_per_worker={"GPU": 2, "CPU": 4})
TorchTrainer(loop, torch_config=TorchConfig(backend="gloo"), scaling_config=scaling).fit()
