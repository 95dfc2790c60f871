# about: A column of a batch by a name written alike
# shows: cause key_not_found
import ray
from ray import train
from ray.train.torch import TorchTrainer

ds = ray.data.from_items([{"features": float(i), "y": i} for i in range(40)])


def loop():
    shard = train.get_dataset_shard("train")
    for batch in shard.iter_torch_batches(batch_size=5):
        print(batch["feature"] * 2)  # here
    train.report({"z": 1.0})


TorchTrainer(loop, datasets={"train": ds}, scaling_config=train.ScalingConfig(num_workers=1)).fit()
