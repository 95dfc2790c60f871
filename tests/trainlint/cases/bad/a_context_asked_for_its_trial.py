import ray.train
from ray.train import get_context


def describe(context):
    return context.get_trial_id(), context.get_trial_resources()


def train_loop():
    context = ray.train.get_context()
    print(describe(context), get_context().get_metadata())
    ray.train.report({"dir": context.get_trial_dir()})
