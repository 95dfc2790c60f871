# about: A storage path of another machine
# shows: cause storage_not_writable
from ray import train
from ray.train.torch import TorchTrainer


def loop(config):
    train.report({"i": 1})


TorchTrainer(
    loop,
    train_loop_config={},
    scaling_config=train.ScalingConfig(num_workers=2),
    run_config=train.RunConfig(name="exp", storage_path="/mnt/cluster/results"),  # here
).fit()
