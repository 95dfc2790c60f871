"""What a learner is told at the start of a run: how this Ray is unlike the one of a terminal.

What depends on the program is said when it happens: an argument of `ray.init` that has no effect (`connection.py`), a
worker that cannot be forked (`worker_start.py`).
"""

from __future__ import annotations

import socket
from collections.abc import Sequence

from .cluster import CLUSTER_ENVIRONMENT

TWO_NODES = "The cluster has a second node. Ray misses a node that is lost after 2.5 s, not after 15 s."
LOOPBACK = ("lo", "lo0")
SHORTER_WAITS = "a rank that is early meets rank 0 at once, and fit() ends without the rest of a second's wait"
"""What `rendezvous.py` and `cleaner.py` change, which is so only in workers that are forked."""


def differences(
    logical_cpus: int, faults: Sequence[str], slower: Sequence[str] = (), interfaces: Sequence[str] | None = None
) -> list[str]:
    """One line on Ray and the network; then why workers cannot be forked, if there are `faults`, and what else costs
    time, if there is something `slower`. `interfaces` are the names of the network's (default: what this process sees).
    """
    seconds = CLUSTER_ENVIRONMENT["RAY_TRAIN_HEALTH_CHECK_INTERVAL_S"]
    names = network_interfaces() if interfaces is None else interfaces
    told = [
        f"Ray has {logical_cpus} logical CPUs, whatever the machine has",
        f"Ray Train looks for reports every {seconds} s, not every 2 s",
    ]
    if not faults and not slower:
        told.append(SHORTER_WAITS)
    if all(name in LOOPBACK for name in names):
        told.append("there is no network")
    lines = [f"Unlike in a terminal: {'; '.join(told)}."]
    if faults:
        lines.append(f"Ray's workers are started the normal way, which takes seconds longer: {'; '.join(faults)}.")
    return [*lines, *(f"{note[0].upper()}{note[1:]}." for note in slower)]


def network_interfaces() -> list[str]:
    """Their names. Where they cannot be told, a name that is none of the loopback's."""
    try:
        return [name for _, name in socket.if_nameindex()]
    except OSError:
        return ["unknown"]
