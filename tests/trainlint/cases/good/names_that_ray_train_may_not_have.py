import ray
from ray import train

try:
    from ray.train import get_everything
except ImportError:
    get_everything = None


def train_loop(config):
    print(ray.train.torch.get_devices(), train.constants, train.get_preemption_info())
    train.report({"loss": 0.5 if get_everything is None else 1.0})
