import os

import ray.train
import torch.distributed as dist


def train_loop():
    if os.environ["RANK"] == "0":
        ray.train.report({"loss": 0.0})
    if int(os.environ.get("LOCAL_RANK", 0)) == 0:
        ray.train.report({"loss": 0.0})
    if os.getenv("RANK") != "0":
        pass
    else:
        ray.train.report({"loss": 0.0})
    if dist.get_rank() < 1:
        ray.train.report({"loss": 0.0})
