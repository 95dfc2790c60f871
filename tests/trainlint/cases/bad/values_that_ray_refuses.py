from ray.train import CheckpointConfig, DataConfig, LoggingConfig, ScalingConfig
from ray.train.torch import TorchConfig

DataConfig(datasets_to_split="train")
DataConfig(("train", "val"))
LoggingConfig("LOUD")
TorchConfig(backend="ncll")
TorchConfig(init_method="file")
CheckpointConfig(num_to_keep=0)
CheckpointConfig(2, "accuracy", "MAX")
ScalingConfig(num_workers=[1, 4])
ScalingConfig(num_workers=(4, 1))
ScalingConfig(num_workers=2.0)
ScalingConfig(num_workers=-1)
ScalingConfig(num_workers=2, placement_strategy="spread")
ScalingConfig(num_workers=(1, 4), elastic_resize_monitor_interval_s=-1)
