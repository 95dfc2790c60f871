import ray.train as rt
from ray.train.torch import TorchTrainer


def run():
    trainer = TorchTrainer(lambda: rt.report({"loss": 0.5}), scaling_config=rt.ScalingConfig(num_workers=2))
    return trainer.fit()


def main():
    result = run()
    best = result.best_checkpoints[0]
    latest = result.checkpoint
    with latest.as_directory() as folder:
        print(folder, best)
    if result.error is not None:
        print(rt.get_checkpoint())
    print(rt.get_all_reported_checkpoints())


main()
