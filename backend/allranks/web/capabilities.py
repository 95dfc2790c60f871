"""What this server can run, found without importing ray or torch."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import allranks

from ..protocol import Capabilities, Limits
from ..runners import Runner
from ..runs import cluster_of, count_gpus, importable, installed_version


def find_capabilities(runner: Runner, limits: Limits, devices: Path = Path("/dev")) -> Capabilities:
    """Look at the machine and the runner. `devices` is where NVIDIA's driver puts one node a GPU."""
    gpus = count_gpus(devices)
    torch_version = installed_version("torch")
    return Capabilities(
        allranks_version=allranks.__version__,
        python_version=platform.python_version(),
        ray_version=installed_version("ray"),
        torch_version=torch_version,
        processors=len(os.sched_getaffinity(0)),
        gpus=gpus,
        backend="nccl" if gpus and "+cpu" not in torch_version else "gloo",
        sandboxed=runner.sandboxed,
        sandbox_level=runner.level,
        isolation=runner.isolation,
        sandbox_missing=runner.missing,
        limits=limits,
        cluster=cluster_of(limits, gpus, packages=list(importable()), sealed=runner.sandboxed),
    )
