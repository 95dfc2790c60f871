from ray import air, train, tune
from ray.train.torch.torch_trainer import TorchTrainer as Trainer


def make_run_config(name):
    return air.RunConfig(name=name, failure_config=air.FailureConfig(max_failures=1))


def train_loop():
    train.report({"loss": 0.1})


def trial(config):
    scaling = air.ScalingConfig(num_workers=2)
    Trainer(train_loop, scaling_config=scaling, run_config=make_run_config("trial")).fit()


tune.Tuner(trial, run_config=air.RunConfig(name="all")).fit()
