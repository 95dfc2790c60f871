"""Tensors of two devices met in one operation."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_MIXED = re.compile(
    r"Expected all tensors to be on the same device"
    r"|[Tt]ensor on device (?P<one>[\w:]+) is not on the expected device (?P<other>[\w:]+)"
    r"|found (?:at least )?two(?: different)? devices,? [\w:]+(?:,| and) [\w:]+"
    r"|Input type \((?P<input>[\w.]+)\) and weight type \((?P<weight>[\w.]+)\) should be the same"
    r"|indices should be either on \w+ or on the same device"
    r"|(?:is|are) on (?:cpu|cuda|meta|mps)[:\d]*,? (?:but|while|different from other tensors on)"
    r"|module must have its parameters and buffers on device [\w:]+ .*found one of them on device: [\w:]+"
)


class DeviceMismatch(KnownError):
    """A batch, a target or a tensor of the loop is on the CPU while the model is elsewhere, or the other way round."""

    id: ClassVar[str] = "device_mismatch"
    order: ClassVar[int] = 402

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        found = _MIXED.search(error.message)
        if found is None or error.error_type in {"KeyError", "ImportError"}:
            return None
        devices = _devices(error.message)
        if "." in (found["input"] or "") and not _different_devices(found["input"], found["weight"]):
            return None  # the same device and another number format: not this
        between = f": {' and '.join(devices)}" if len(devices) > 1 else ""
        where = error.where
        at = f"Line {where.line}" if where else "An operation"
        return Known(
            title=f"{at} mixes tensors of two devices{between}",
            what_happened=(
                "torch computes only with tensors that are on one device, and here one is on another than the rest. "
                "`prepare_model` moves the model to the rank's own device and `prepare_data_loader` its batches; a "
                "tensor that the loop makes, and a batch of a loader that was not prepared, stay where they were made."
            ),
            mend=(
                "Put every tensor on the rank's device, which is `ray.train.torch.get_device()`: the inputs, the "
                "targets and whatever the loop makes itself."
            ),
            sketch=(
                "device = ray.train.torch.get_device()\n"
                "inputs, targets = inputs.to(device), targets.to(device)\n"
                "mask = torch.ones(len(inputs), device=device)\n"
            ),
            rules=("RTL129", "RTL143"),
        )


_DEVICE = re.compile(r"\b(cpu|meta|mps|xpu|cuda(?::\d+)?)\b")


def _devices(message: str) -> list[str]:
    """The devices that the first lines of the message name, each once."""
    return list(dict.fromkeys(_DEVICE.findall(message[:600])))[:2]


def _different_devices(one: str, other: str) -> bool:
    return ("cuda" in one) != ("cuda" in other)
