from ray.train import ScalingConfig

resources = dict(GPU=1, CPU=2)
scaling = ScalingConfig(num_workers=2, use_gpu=False, resources_per_worker=resources)
pods = ScalingConfig(num_workers=2, resources_per_worker={"TPU": 4})
