"""A Ray Train program: a rank says 200,000 events through the recorder's own channel, a verdict among them."""

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def loop(config):
    from allranks.recorder.channel import channel

    fields = {"attempt": 1, "rank": 63, "metrics": {"loss": 0.0}, "with_checkpoint": False, "reported_at": 0.0}
    for index in range(200_000):
        channel().emit("metrics_reported", index=index, **fields)
    channel().emit("graded", verdict={"passed": True})
    channel().flush()
    train.report({"loss": 1.0})


if __name__ == "__main__":
    TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
    print("done")
