"""The raylets of a run, as the host sees them.

Which node a rank is on, the run claims; what is killed for it is looked for below the sandbox's own warden alone.
"""

from __future__ import annotations

import psutil

RAYLET = "raylet"
ADDRESS = "--node_ip_address="
HEAD = "--head"


def find_raylet(warden: psutil.Process, address: str) -> psutil.Process:
    """The raylet of the second node, if that is the one at `address`. Blocks for some milliseconds.

    Raises LookupError with the reason where that node must not or cannot be taken away.
    """
    raylets = {}
    try:
        below = warden.children(recursive=True)
    except psutil.Error as error:
        raise LookupError("the run has ended") from error
    for process in below:
        try:
            if process.name() == RAYLET:
                raylets[process] = process.cmdline()
        except psutil.Error:
            continue
    if len(raylets) < 2:
        raise LookupError("the run has one node, and its program is there too")
    found = [process for process, words in raylets.items() if f"{ADDRESS}{address}" in words]
    if len(found) != 1:
        raise LookupError(f"no node of the run is at {address} any more")
    if HEAD in raylets[found[0]]:
        raise LookupError("it is on the head node, where the program itself is: nothing survives losing that")
    return found[0]
