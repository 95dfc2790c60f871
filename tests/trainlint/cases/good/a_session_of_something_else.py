import requests
from ray import train

session = requests.Session()


def report(metrics):
    session.post("https://example.org/metrics", json=metrics, timeout=5)


def train_loop():
    metrics = {"loss": 0.1}
    if train.get_context().get_world_rank() == 0:
        report(metrics)
    train.report(metrics)
