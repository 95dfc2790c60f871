# about: A network interface that is not there
# shows: cause port_trouble
from ray import train
from ray.train import RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop(config):
    train.report({"loss": 0.5})


TorchTrainer(
    train_loop,
    train_loop_config={},
    scaling_config=ScalingConfig(num_workers=2),
    run_config=RunConfig(worker_runtime_env={"env_vars": {"GLOO_SOCKET_IFNAME": "eth77"}}),
).fit()  # here
