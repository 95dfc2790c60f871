import ray.train

PER_WORKER = {"num_cpus": 2, "ram": 4e9}


def scaling(workers):
    return ray.train.ScalingConfig(num_workers=workers, resources_per_worker=PER_WORKER)


gpus = ray.train.ScalingConfig(num_workers=2, use_gpu=True, resources_per_worker={'gpu': 1, "memory": 16})
