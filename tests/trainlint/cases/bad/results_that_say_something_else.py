import os
from tempfile import TemporaryDirectory

import ray.train as rt
import torch
from ray.train.torch import TorchTrainer


def loop(config):
    for step in range(config["steps"]):
        with TemporaryDirectory() as folder:
            torch.save({"step": step}, os.path.join(folder, "state.pt"))
            rt.report({"loss": 1.0 / (step + 1)}, rt.Checkpoint.from_directory(folder))
    torch.save({"steps": config["steps"]}, "last.pt")


def run():
    keep = rt.CheckpointConfig(2, "loss", checkpoint_score_order="min")
    trainer = TorchTrainer(
        loop,
        train_loop_config={"steps": 3},
        scaling_config=rt.ScalingConfig(num_workers=2),
        run_config=rt.RunConfig(checkpoint_config=keep),
    )
    return trainer.fit()


result = run()
metrics = result.metrics
print(metrics["accuracy"])
print(torch.load("last.pt", map_location="cpu", weights_only=True))
with result.checkpoint.as_directory() as directory:
    print(directory)


def save():
    with TemporaryDirectory() as folder:
        torch.save({"step": 0}, os.path.join(folder, "state.pt"))
        rt.report(dict(), checkpoint=rt.Checkpoint.from_directory(folder))


print(TorchTrainer(save, scaling_config=rt.ScalingConfig(num_workers=2)).fit().metrics_dataframe)
