import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def doubled(batch):
    return {"id": batch["id"] * 2}


def make_data():
    return ray.data.from_items([{"id": i} for i in range(64)]).map_batches(doubled)


def loop():
    shard = train.get_dataset_shard("train")
    train.report({"batches": sum(1 for _ in shard.iter_torch_batches(batch_size=8))})


ray.init(num_cpus=2)
data = make_data()
TorchTrainer(loop, datasets={"train": data}, scaling_config=ScalingConfig(num_workers=2)).fit()
