"""CUDA was asked for, and there is none."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NONE = re.compile(
    r"Torch not compiled with CUDA enabled|Found no NVIDIA driver|No CUDA GPUs are available"
    r"|torch\.cuda\.is_available\(\) is False|no NVIDIA GPU|Distributed package doesn't have NCCL"
    r"|ProcessGroupNCCL is only supported with GPUs|CUDA driver initialization failed"
    r"|'torch\._C' has no attribute '_cuda_"
    r"|FSDP is only available with GPU|No HIP GPUs are available|NCCL.*no GPUs found"
)
_TOO_FEW = re.compile(
    r"invalid device ordinal|device_count\(\).*CUDA device|Attempting to deserialize object on CUDA device \d+"
)


class CudaMissing(KnownError):
    """A device, a backend or a saved tensor needs an NVIDIA GPU that this process does not have."""

    id: ClassVar[str] = "cuda_missing"
    order: ClassVar[int] = 404

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        none = _NONE.search(error.message)
        if none is None and _TOO_FEW.search(error.message) is None:
            return None
        where = error.where
        at = f" at line {where.line}" if where else ""
        if "deserialize" in error.message:
            return Known(
                title=f"A tensor was saved on a GPU and is loaded{at} where there is none",
                what_happened=(
                    "What `torch.save` wrote remembers that it was on a GPU, and loading puts it back there. This "
                    "process has no such GPU."
                ),
                mend="Give `torch.load` a `map_location`, the rank's own device.",
                sketch="state = torch.load(path, map_location=ray.train.torch.get_device())\n",
                rules=("RTL320",),
            )
        if "NCCL" in error.message:
            return Known(
                title=f"NCCL was asked for{at}, and there is no GPU",
                what_happened="NCCL moves tensors between GPUs, and this process has none. Gloo does it between CPUs.",
                mend="Leave the backend out: Ray Train takes NCCL where each worker has a GPU, and gloo elsewhere.",
                sketch='TorchTrainer(..., torch_config=TorchConfig(backend="gloo"))\n',
                rules=("RTL201",),
            )
        if none is None:
            return Known(
                title=f"Line {where.line} names a GPU that is not there"
                if where
                else "A GPU was named that is not there",
                what_happened="This process has GPUs, and fewer than the number that was used.",
                mend="Do not number GPUs: `ray.train.torch.get_device()` is the one that the rank was given.",
                sketch="device = ray.train.torch.get_device()\n",
                rules=("RTL143",),
            )
        driver = error.rank is None
        return Known(
            title=f"Line {where.line} asks for CUDA, and there is none here"
            if where
            else "CUDA was asked for, and there is none here",
            what_happened=(
                "It needs an NVIDIA GPU and a torch that is built for it. "
                + (
                    "This ran in the driver, which is not a worker and gets no GPU from Ray Train."
                    if driver
                    else "This worker was given no GPU, so its device is the CPU."
                )
            ),
            mend=(
                "Ask for the rank's device instead of naming one: `ray.train.torch.get_device()` is the GPU where a "
                "worker has one and the CPU elsewhere. A worker gets a GPU by `ScalingConfig(use_gpu=True)`, on a "
                "machine that has one." + (" Make tensors and models in the loop, not in the driver." if driver else "")
            ),
            sketch=(
                "device = ray.train.torch.get_device()\nmodel = ray.train.torch.prepare_model(model)  # "
                "moves it there\n"
            ),
            rules=("RTL143", "RTL218"),
        )
