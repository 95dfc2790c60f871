"""Say what this machine can run, how well it can hold programs, and how to get better.

Exit status: 0 strangers' programs can be held here, 1 they cannot, 2 it is our fault.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from typing import Any

from ..protocol import FOR_STRANGERS, Limits

HELD, NOT_HELD = 0, 1
MEANING = {
    "A": "a machine of its own for each program",
    "B": "namespaces, seccomp and limits by the kernel: for strangers' programs, with this machine's kernel shared",
    "C": "namespaces and seccomp, with memory only watched: for a group that one trusts, on loopback",
    "D": "no sandbox: for your own programs, on loopback, with --unsafe-no-sandbox",
}


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `doctor`."""
    parser = commands.add_parser("doctor", help="say what this machine can run and how well it holds programs")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(command=execute)


def execute(arguments: argparse.Namespace) -> int:
    """Examine, print, and return the exit status."""
    found = examine()
    print(json.dumps(found) if arguments.json else described(found))
    return HELD if found["sandbox"]["level"] in FOR_STRANGERS else NOT_HELD


def examine() -> dict[str, Any]:
    """What this machine has: facts, and a sandbox that was tried."""
    from ..runners.local import LocalRunner, find_enclosure
    from ..web.capabilities import find_capabilities

    tried = find_enclosure()
    capabilities = find_capabilities(LocalRunner(enclosure=tried.enclosure), Limits())
    return {
        "allranks": capabilities.allranks_version,
        "python": f"{capabilities.python_version} ({sys.executable})",
        "ray": capabilities.ray_version,
        "torch": capabilities.torch_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processors": capabilities.processors,
        "gpus": capabilities.gpus,
        "root": os.geteuid() == 0,
        "sandbox": {
            "level": capabilities.sandbox_level,
            "isolation": capabilities.isolation,
            "missing": capabilities.sandbox_missing,
            "parts": list(tried.parts),
            "promises": [
                {"promise": finding.sentence, "held": finding.held, "seen": finding.seen} for finding in tried.findings
            ],
        },
    }


def described(found: dict[str, Any]) -> str:
    """The same for a person."""
    sandbox = found["sandbox"]
    gpus = f"{found['gpus']} GPU{'' if found['gpus'] == 1 else 's'}" if found["gpus"] else "no GPU"
    lines = [
        f"Allranks {found['allranks']}, Ray {found['ray']}, torch {found['torch']}",
        f"Python {found['python']}",
        f"{found['system']}, {found['processors']} CPU cores, {gpus}",
        "",
        f"Sandbox level {sandbox['level']}: {MEANING[sandbox['level']]}",
        *(f"  uses  {part}" for part in sandbox["parts"]),
        *(_promise(promise) for promise in sandbox["promises"]),
    ]
    if sandbox["missing"]:
        lines += ["", f"For a better level: {sandbox['missing']}."]
    if found["root"]:
        lines += ["", "You are root: where others may use the server, give it a user of its own."]
    return "\n".join(lines)


def _promise(promise: dict[str, Any]) -> str:
    if promise["held"]:
        return f"  holds {promise['promise']}"
    return f"  FAILS {promise['promise']}: {promise['seen']}"
