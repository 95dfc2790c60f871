"""How the root of a sandbox's processes is started."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from .enclosure import Cell

WARDEN = Path(__file__).with_name("warden.py")


async def start_warden(cell: Cell, resource_limits: Mapping[str, int]) -> tuple[asyncio.subprocess.Process, int]:
    """Start the warden over what `cell` encloses. Returns it, with pipes on its three streams, and the descriptor that
    its status line can be read from. Raises OSError."""
    read_end, write_end = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", str(WARDEN), str(write_end)),
            json.dumps(resource_limits),
            *("--", *cell.argv),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            pass_fds=(write_end, *cell.inherited),
            env=cell.environment,
        )
    except BaseException:
        os.close(read_end)
        raise
    finally:
        os.close(write_end)
        cell.close_inherited()
    return process, read_end
