try:
    from ray.air import Checkpoint
except ImportError:
    from ray.train import Checkpoint

from typing import TYPE_CHECKING

import ray.train

if TYPE_CHECKING:
    from ray.train import Trainer


def world_rank(trainer: "Trainer") -> int:
    del trainer
    return ray.train.get_context().get_world_rank()


print(world_rank, Checkpoint)
