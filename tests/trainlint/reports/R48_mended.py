"""Each rank reads a share of the stream of its own, all of the same length."""

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader
from torch.utils.data import DataLoader, IterableDataset


class Numbers(IterableDataset):
    def __init__(self, end: int) -> None:
        self.end = end

    def __iter__(self):
        context = train.get_context()
        return iter(range(context.get_world_rank(), self.end, context.get_world_size()))


def train_loop():
    loader = prepare_data_loader(DataLoader(Numbers(8), batch_size=2))
    rows = sum(len(batch) for batch in loader)
    train.report({"rows": rows})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
