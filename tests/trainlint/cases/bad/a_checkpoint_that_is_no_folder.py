import ray.train as rt
from ray.train import Checkpoint, Result, ScalingConfig
from ray.train.torch import TorchTrainer


def restore(checkpoint: Checkpoint):
    return checkpoint.to_dict()


def train_loop(config):
    if (saved := rt.get_checkpoint()) is not None:
        print(restore(saved), saved.uri)
    state = rt.get_checkpoint() if config["resume"] else None
    print(state.to_bytes())
    rt.report({"loss": 0.1}, checkpoint=rt.Checkpoint.from_uri("s3://bucket/folder"))


def run() -> Result:
    trainer = TorchTrainer(
        train_loop,
        train_loop_config={"resume": True},
        scaling_config=ScalingConfig(num_workers=2),
    )
    return trainer.fit()


result = run()
print(result.checkpoint.get_preprocessor(), result.get_best_checkpoint("loss", "min").to_uri())
