# about: A loop that has no rounds on one rank
# shows: cause name_not_known
from ray import train
from ray.train.torch import TorchTrainer


def loop(config):
    data = list(range(3))
    r = train.get_context().get_world_rank()
    for batch in data[r * 3 : (r + 1) * 3]:
        loss = batch * 0.5
    train.report({"loss": loss})  # here


TorchTrainer(loop, train_loop_config={}, scaling_config=train.ScalingConfig(num_workers=2)).fit()
