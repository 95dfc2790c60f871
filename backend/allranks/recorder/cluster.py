"""The run's private single-node Ray, started apart from the learner's `ray.init`.

`ray.init` owns the cluster it starts: `ray.shutdown()` would end it and a second `ray.init` would cost seconds. Started
here, a learner's `ray.init` and `ray.shutdown` connect and disconnect, as often as they like. `RayParams` and `Node`
are private: they are what `ray.init` itself uses, and Ray is pinned exactly.

    python -m allranks.recorder.cluster TEMPORARY LOGICAL_CPUS ZYGOTE [ADDRESS]

starts it and says its address, one line on standard output; what it started goes on without it. With ADDRESS it starts
a second node of the cluster there.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Any

import ray._private.node
import ray._private.parameter
import ray._private.services

from . import worker_start

services: Any = ray._private.services

CLUSTER_ENVIRONMENT = {
    # The controller polls this often, and each report waits for a poll: 2 s by default, far too slow to watch.
    "RAY_TRAIN_HEALTH_CHECK_INTERVAL_S": "0.02",
    # With the patch each printed line reaches the driver twice, once on stdout and once on stderr.
    "RAY_TRAIN_ENABLE_PRINT_PATCH": "0",
    # No node of this cluster is ever taken away, so no actor need be started to watch for it in each worker group.
    "RAY_TRAIN_ENABLE_PREEMPTION_WATCHER": "0",
    # A worker made before anybody asks for one fits no actor of Ray Train's: each has a runtime environment.
    "RAY_prestart_worker_first_driver": "0",
    # How soon a node that was taken away is missed: a killed raylet refuses the check at once, one that is only busy
    # has the time of the timeout for each.
    "RAY_health_check_initial_delay_ms": "0",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "10000",
    "RAY_health_check_failure_threshold": "5",
    # Waiting 30 s for hung peers at the end of a process group would only delay the verdict.
    "TORCH_PROCESS_GROUP_SHUTDOWN_TIMEOUT_S": "2",
}
"""Set for the cluster and not for the driver: what the driver has, Ray copies into a runtime environment, and each
actor then needs a newly made process."""


OBJECT_STORE_BYTES = 80 * 2**20


def node_address() -> str:
    """The address that the private node listens on.

    Loopback, because Ray has no password here. Not 127.0.0.1, which Ray replaces by the machine's outside address when
    a driver connects (`services.resolve_ip_for_localhost`); on Linux all of 127/8 is loopback.
    """
    return "127.0.0.2" if sys.platform.startswith("linux") else str(services.get_node_ip_address())


def second_address() -> str:
    """Where a second node listens."""
    return "127.0.0.3" if sys.platform.startswith("linux") else node_address()


def free_port() -> int:
    """A port of `node_address()` that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((node_address(), 0))
        return int(probe.getsockname()[1])


def start(temporary: str, logical_cpus: int, gpus: int | None, object_store_bytes: int, zygote: str | None) -> str:
    """Start gcs, raylet and helpers, which outlive this process, and return the address to connect to.

    Unix socket paths directly below `temporary` may not pass 107 bytes. `zygote` is the socket of the process
    that forks workers, or None to let Ray start them its own way.
    """
    host, port = node_address(), free_port()
    node = _node(f"{host}:{port}", host, temporary, logical_cpus, gpus, object_store_bytes, zygote, head=True)
    return str(node.address)


def join(temporary: str, logical_cpus: int, object_store_bytes: int, zygote: str | None, address: str) -> None:
    """Start a second node of the cluster at `address`, which outlives this process: a raylet, its helpers and an object
    store of its own."""
    _node(address, second_address(), temporary, logical_cpus, 0, object_store_bytes, zygote, head=False)


def _node(
    address: str,
    host: str,
    temporary: str,
    logical_cpus: int,
    gpus: int | None,
    object_store_bytes: int,
    zygote: str | None,
    *,
    head: bool,
) -> Any:
    # Ray Train's placement-group cleaner asks the cluster for its state, and is refused on a machine with other Rays
    # unless this says which one is meant.
    environment = {**CLUSTER_ENVIRONMENT, "RAY_ADDRESS": address}
    if zygote is not None:
        environment[worker_start.ZYGOTE_VARIABLE] = zygote
    os.environ.update(environment)
    parameters: Any = ray._private.parameter.RayParams(
        num_cpus=logical_cpus,
        num_gpus=gpus,
        node_ip_address=host,
        **({"gcs_server_port": int(address.rpartition(":")[2])} if head else {"gcs_address": address}),
        object_store_memory=object_store_bytes,
        temp_dir=temporary,
        # In Ray's own folder for them their paths would be 60 bytes longer, too long below many a temporary folder.
        plasma_store_socket_name=os.path.join(temporary, "plasma_store" if head else "plasma_store_2"),
        raylet_socket_name=os.path.join(temporary, "raylet" if head else "raylet_2"),
        # Ray Train's placement-group cleaner asks the State API, so the API server stays on; there is no page to see.
        include_dashboard=False,
        no_monitor=True,
        setup_worker_path=worker_start.__file__ if zygote is not None else None,
    )
    node: Any = ray._private.node.Node(
        parameters, head=head, shutdown_at_exit=False, spawn_reaper=False, ray_init_cluster=False
    )
    for name in environment:
        del os.environ[name]
    return node


if __name__ == "__main__":
    if len(sys.argv) > 4:
        join(sys.argv[1], int(sys.argv[2]), OBJECT_STORE_BYTES, sys.argv[3], sys.argv[4])
    else:
        sys.stdout.write(start(sys.argv[1], int(sys.argv[2]), None, OBJECT_STORE_BYTES, sys.argv[3]) + "\n")
