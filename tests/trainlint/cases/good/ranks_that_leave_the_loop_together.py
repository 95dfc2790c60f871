from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    rank = train.get_context().get_world_rank()
    for epoch in range(8):
        train.report({"epoch": epoch})
        for name in ("a", "b"):
            if rank == 0:
                print("rank 0 leaves a loop in which nobody meets", name)
                break
        if rank == 0:
            print("both leave")
            break
        else:
            break
    if rank == 0:
        return
    print("after the loop nobody meets")


TorchTrainer(train_loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
