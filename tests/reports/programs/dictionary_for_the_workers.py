# about: A dictionary in place of a ScalingConfig
# shows: cause config_as_dictionary
from ray import train
from ray.train.torch import TorchTrainer


def train_func():
    train.report({"x": 1})


trainer = TorchTrainer(train_func, scaling_config={"num_workers": 2, "use_gpu": False})  # here
trainer.fit()
