"""What a learner is told at the start of a run: how this Ray is unlike the one of a terminal.

What depends on the program is said when it happens: an argument of `ray.init` that has no effect (`connection.py`), a
worker that cannot be forked (`worker_start.py`).
"""

from __future__ import annotations

import socket
from collections.abc import Sequence

from .cluster import CLUSTER_ENVIRONMENT

LOOPBACK = ("lo", "lo0")


def differences(logical_cpus: int, faults: Sequence[str], interfaces: Sequence[str] | None = None) -> list[str]:
    """One line on Ray and the network; and one more when workers cannot be forked because of `faults`. `interfaces` are
    the names of the network's (default: what this process sees)."""
    seconds = CLUSTER_ENVIRONMENT["RAY_TRAIN_HEALTH_CHECK_INTERVAL_S"]
    names = network_interfaces() if interfaces is None else interfaces
    network = "" if any(name not in LOOPBACK for name in names) else "; there is no network"
    lines = [
        f"Unlike in a terminal: Ray has {logical_cpus} logical CPUs, whatever the machine has, and Ray Train looks for "
        f"reports every {seconds} s, not every 2 s{network}."
    ]
    if faults:
        lines.append(f"Ray's workers are started the normal way, which takes seconds longer: {'; '.join(faults)}.")
    return lines


def network_interfaces() -> list[str]:
    """Their names. Where they cannot be told, a name that is none of the loopback's."""
    try:
        return [name for _, name in socket.if_nameindex()]
    except OSError:
        return ["unknown"]
