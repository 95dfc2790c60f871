"""Devices were given to DistributedDataParallel by hand, and they do not fit."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_DDP = re.compile(
    r"device_ids and output_device arguments only work with|device_ids can only be None or contain a single element"
)
_SHARED = re.compile(r"Duplicate GPU detected")


class DeviceByHand(KnownError):
    """`device_ids` and `output_device` are for models on a GPU; with Ray Train, `prepare_model` fills them in."""

    id: ClassVar[str] = "device_by_hand"
    order: ClassVar[int] = 406

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if _SHARED.search(error.text):
            return Known(
                title="Two ranks are on one GPU, which NCCL refuses",
                what_happened=(
                    "Every rank of a node sees all of its GPUs, so `cuda:0` is the same card on each; or the workers "
                    "were given a part of a GPU each. NCCL takes one rank a card."
                ),
                mend=(
                    "Use `ray.train.torch.get_device()` in place of a number, and one whole GPU a worker; with parts "
                    "of a GPU, use the gloo backend."
                ),
                sketch="device = ray.train.torch.get_device()\n",
                rules=("RTL143", "RTL205"),
            )
        if _DDP.search(error.message) is None:
            return None
        where = error.where
        return Known(
            title=f"Line {where.line} gives DistributedDataParallel a device that its model is not on"
            if where
            else "DistributedDataParallel was given a device that its model is not on",
            what_happened=(
                "`device_ids` numbers a GPU, and the parameters of this model are elsewhere; on a CPU there is nothing "
                "to number."
            ),
            mend="Leave it to `prepare_model`, which moves the model to the rank's device and wraps it accordingly.",
            sketch="model = ray.train.torch.prepare_model(model)\n",
            rules=("RTL143",),
        )
