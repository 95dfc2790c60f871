"""SyncBatchNorm on a CPU, which torch does not have."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_ON_CPU = re.compile(r"SyncBatchNorm (?:layers only work with GPU modules|expected input tensor to be on)")


class SyncBatchNormOnCpu(KnownError):
    """Said by DDP when it wraps the model, and by the layer in its forward pass."""

    id: ClassVar[str] = "sync_batch_norm"
    order: ClassVar[int] = 435

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if _ON_CPU.search(error.message) is None:
            return None
        return Known(
            title="SyncBatchNorm needs a GPU, and the model is on the CPU",
            what_happened=(
                "It takes mean and variance over the batches of all ranks, and torch has that for GPUs alone. On CPUs "
                "each rank can only normalise by its own batch, which is what a plain BatchNorm does."
            ),
            mend=(
                "Convert the layers only where the ranks have GPUs, and before `prepare_model`. GroupNorm and "
                "LayerNorm need no other rank and no GPU."
            ),
            sketch=(
                "if torch.cuda.is_available():\n    model = torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)\n"
                "model = ray.train.torch.prepare_model(model)\n"
            ),
        )
