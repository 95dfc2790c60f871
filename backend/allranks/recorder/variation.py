"""A run whose world size, seed and configuration the host has drawn: what the program itself says of them is overruled.

The program and its trainer are left as they are until `fit()`, and only Ray Train's trainer is told something else. The
ranks are seeded by the observer (`callback.py`), which carries the seed there.
"""

from __future__ import annotations

import functools
import sys
from typing import Any

from ray.train.v2.api.data_parallel_trainer import DataParallelTrainer

_seed: int | None = None


def apply(workers: int, seed: int, config: dict[str, float]) -> None:
    """Let each `fit()` of this process use these from now on."""
    global _seed
    _seed = seed
    owner: Any = DataParallelTrainer
    real = owner.fit

    @functools.wraps(real)
    def fit(trainer: Any) -> Any:
        trainer.scaling_config.num_workers = workers
        trainer.train_loop_config = {**(trainer.train_loop_config or {}), **config}
        return real(trainer)

    owner.fit = fit


def seed() -> int | None:
    """What to seed each rank with, or None in an ordinary run."""
    return _seed


def seed_rank(seed: int) -> None:
    """Let this rank's torch draw what any other program's would at the same seed, whatever seed the program sets."""
    import torch

    real = torch.manual_seed

    # It keeps the original's module and name, under which a pickled loop looks it up.
    @functools.wraps(real)
    def manual_seed(_: int) -> torch.Generator:
        return real(seed)

    for module in ("torch", "torch.random"):
        owner: Any = sys.modules[module]
        owner.manual_seed = manual_seed
    real(seed)
