import functools

import ray.train as rt
import torch
from ray import train
from ray.train.torch import TorchTrainer, prepare_model


def train_loop():
    prepare = functools.partial(print, "prepared")
    model = train.torch.prepare_model(torch.nn.Linear(1, 1), ddp_kwargs={"find_unused_parameters": True})
    other = prepare_model(torch.nn.Linear(1, 1), wrap_ddp=False)
    prepare(model, other)
    train.report({"loss": 0.1})


def make(checkpoint):
    return TorchTrainer(
        train_loop,
        scaling_config=rt.ScalingConfig(
            trainer_resources={"CPU": 1},
            num_workers=2,
        ),
        run_config=rt.RunConfig(
            verbose=1,
            local_dir="/mnt/results",
            stop={"training_iteration": 3},
            failure_config=rt.FailureConfig(fail_fast=True),
            checkpoint_config=rt.CheckpointConfig(
                num_to_keep=1,
                checkpoint_frequency=1,
            ),
        ),
        resume_from_checkpoint=checkpoint,
        metadata={"author": "me"},
    )


print(make(rt.Checkpoint("/mnt/results/checkpoint")))
