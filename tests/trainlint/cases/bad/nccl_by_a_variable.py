import ray.train.torch as rtt
from ray import train as t

BACKEND = "nccl"


def loop():
    t.report({"rank": t.get_context().get_world_rank()})


def main():
    config = rtt.TorchConfig(BACKEND)
    scaling = t.ScalingConfig(num_workers=2, use_gpu=False)
    rtt.TorchTrainer(loop, torch_config=config, scaling_config=scaling).fit()


main()
