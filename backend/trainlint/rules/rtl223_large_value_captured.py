"""RTL223: a large array is sent to every worker with the loop."""

from __future__ import annotations

from collections.abc import Iterator

from ..configuration import config_of
from ..diagnostic import Diagnostic
from ..literal_sizes import literal_bytes
from ..module import Module
from ..pickling import captured
from ..rule import Rule

_LARGE = 100_000_000


class LargeValueCaptured(Rule):
    """A large array of the script is sent to every worker along with the loop.

    ## What it does
    Looks for arrays of NumPy and tensors of PyTorch of 100 MB and more, by the size that their shape tells, which the
    loop uses as a global or gets in `train_loop_config`.

    ## Why is this bad?
    Ray pickles the loop with all that it uses, keeps that in the object store, and every worker unpickles a copy of
    its own: with eight workers on a machine the array is there ten times. The start is slow, and memory runs out early.

    ## Example
    ```python
    import numpy as np
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    table = np.zeros((10_000, 10_000))

    def train_loop():
        rank = train.get_context().get_world_rank()
        train.report({"sum": float(table[rank].sum())})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import numpy as np
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    np.save("/mnt/shared/table.npy", np.zeros((10_000, 10_000)))

    def train_loop():
        table = np.load("/mnt/shared/table.npy", mmap_mode="r")
        rank = train.get_context().get_world_rank()
        train.report({"sum": float(table[rank].sum())})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Every version sends the loop this way.
    """

    code = "RTL223"
    name = "large-value-captured"
    severity = "warning"
    symptoms = (
        "fit() takes long before any worker begins.",
        "Workers are killed for want of memory as soon as they start.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            if trainer.workers is not None and 0 in trainer.workers:
                continue
            given = [*(config_of(trainer) or {}).values()]
            for place in [*given, *(captured(trainer.loop) if trainer.loop is not None else ())]:
                size = literal_bytes(module, place)
                if size >= _LARGE:
                    yield self.at(
                        module,
                        place,
                        f"This is an array of {size / 1e6:,.0f} MB, and every worker gets a copy of it.",
                        "Save it where the workers can read it, or pass it as a dataset; make it inside the loop if"
                        " that is quick.",
                    )
