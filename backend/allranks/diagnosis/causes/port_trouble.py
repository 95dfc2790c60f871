"""The ranks could not open the connections of their process group."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_LIBUV = re.compile(r"use_libuv was requested|built? without libuv", re.IGNORECASE)
_TAKEN = re.compile(r"EADDRINUSE|[Aa]ddress already in use")
_UNREACHED = re.compile(
    r"gloo connectFullMesh failed|[Uu]nable to (?:find|resolve) (?:address|hostname)"
    r"|client socket has (?:timed out|failed)"
    r"|The server socket has failed|connect\(\) timed out|failed to connect to (?:all addresses|the server)"
    r"|[Cc]onnection refused|Name or service not known|interface .* not found|makeDeviceForInterface"
)
_GROUP = ("torch/distributed", "ray/train/torch", "torch_process_group", "rendezvous")


class PortTrouble(KnownError):
    """Rank 0 listens on MASTER_ADDR:MASTER_PORT; the others connect to it, and all of them to each other."""

    id: ClassVar[str] = "port_trouble"
    order: ClassVar[int] = 430

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        text = error.text
        if _LIBUV.search(error.message):
            return Known(
                title="This torch has no libuv, and its store asked for it",
                what_happened=(
                    "Since torch 2.4 the store by which ranks find each other uses libuv by default, and builds for "
                    "Windows come without it."
                ),
                mend="Set USE_LIBUV to 0 in the workers, and use the gloo backend.",
                sketch='RunConfig(worker_runtime_env={"env_vars": {"USE_LIBUV": "0"}})\n',
            )
        taken, unreached = _TAKEN.search(error.message), _UNREACHED.search(error.message)
        of_the_group = error.passes(*_GROUP) or any(
            word in text for word in ("c10d", "gloo", "TCPStore", "MASTER_", *_GROUP)
        )
        if not (taken or unreached) or not of_the_group:
            return None
        if taken:
            return Known(
                title="The port of the process group is taken",
                what_happened=(
                    "Rank 0 wanted to listen on a port that another process holds: a run before this one that still "
                    "lives, or a MASTER_PORT that the program set itself."
                ),
                mend=(
                    "Leave MASTER_ADDR, MASTER_PORT and `init_process_group` to Ray Train, which looks for a free "
                    "port. End what is left of an earlier run."
                ),
                rules=("RTL141",),
            )
        return Known(
            title="The ranks could not connect to each other",
            what_happened=(
                "Setting up the process group needs a connection between the ranks, and one could not be made: a "
                "wrong network interface, address or firewall, not the training."
            ),
            mend=(
                "Take out MASTER_ADDR, MASTER_PORT and GLOO_SOCKET_IFNAME where the program sets them. On several "
                "machines, name the interface that all of them have in common."
            ),
            rules=("RTL141",),
        )
