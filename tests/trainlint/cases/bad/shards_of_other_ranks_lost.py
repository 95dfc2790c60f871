import os
import tempfile

import torch
from ray import train as rt
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer



def loop(config):
    rank = rt.get_context().get_world_rank()
    for step in range(config["steps"]):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "shard-" + str(rank) + ".pt")
            torch.save({"step": step, "rank": rank}, path)
            checkpoint = None
            if rank == 0:
                checkpoint = Checkpoint.from_directory(folder)
            rt.report({"step": step}, checkpoint=checkpoint)


TorchTrainer(loop, train_loop_config={"steps": 3}, scaling_config=ScalingConfig(num_workers=2)).fit()
