import pandas
import torch
from ray import train


class Checkpoint:
    @classmethod
    def from_dict(cls, values):
        return cls()

    def to_dict(self):
        return {}


def train_loop():
    checkpoint = train.get_checkpoint()
    if checkpoint:
        with checkpoint.as_directory() as folder:
            checkpoint = torch.load(f"{folder}/state.pt", weights_only=True)
            print(checkpoint.to_dict())
    print(Checkpoint.from_dict({}).to_dict(), pandas.DataFrame().to_dict())
    train.report({"loss": 0.1})
