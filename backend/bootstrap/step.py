"""Run one step of the set-up so that it takes one line when it works and says why when it does not.

    python -m bootstrap.step --log .venv/logs/page.log "Page" npm run build

The command's output goes to the log. When it fails, its last lines follow, and one sentence where the reason is known.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

SHOWN_LINES = 15
LONGEST_MESSAGE = 1000
"""Longer lines are source code: Node prints the one that an error came from, and packed JavaScript is a single line."""
NOT_FOUND = 127

REASONS = [
    (
        ("No space left on device", "ENOSPC", "Disk quota exceeded"),
        "The disk is full: free some space, then run make again.",
    ),
    (
        (
            "NewConnectionError",
            "Failed to establish a new connection",
            "Temporary failure in name resolution",
            "Name or service not known",
            "ENOTFOUND",
            "EAI_AGAIN",
            "ECONNREFUSED",
            "ETIMEDOUT",
            "ERR_SOCKET_TIMEOUT",
            "ConnectTimeoutError",
            "Network is unreachable",
            "(from versions: none)",
        ),
        "A package registry could not be reached: check the network (or the proxy settings), then run make again.",
    ),
    (
        ("No matching distribution found", "ResolutionImpossible"),
        "A pinned package is not to be had for this Python and machine: the lines above name it; "
        "backend/constraints.txt holds the pins.",
    ),
    (("EACCES", "Permission denied"), "A file may not be written by this user: the lines above name it."),
]


def reason(output: str) -> str | None:
    """The sentence for what went wrong, where `output` shows something known."""
    output = "\n".join(line for line in output.splitlines() if len(line) <= LONGEST_MESSAGE)
    for marks, sentence in REASONS:
        if any(mark in output for mark in marks):
            return sentence
    return None


def run_step(title: str, command: Sequence[str], log: Path) -> int:
    """Run `command`, its output into `log`, and return its exit status."""
    print(f"  {title} ... ", end="", flush=True)
    log.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    if shutil.which(command[0]) is None:
        print(f"failed\n{command[0]} was not found; it is needed for this step.", flush=True)
        return NOT_FOUND
    with log.open("wb") as output:
        # The commands are those of the Makefile; they are lists and go through no shell.
        status = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL).returncode
    print(f"{'done' if status == 0 else 'failed'} after {time.monotonic() - began:.1f} s", flush=True)
    if status != 0:
        text = log.read_text(encoding="utf-8", errors="replace")
        print("\n".join(f"    {line[:LONGEST_MESSAGE]}" for line in text.splitlines()[-SHOWN_LINES:]))
        print(f"{title}: failed. {reason(text) or 'The lines above say why.'} Everything it wrote: {log}", flush=True)
    return status


def main(arguments: list[str] | None = None) -> int:
    """The command's exit status is this one's."""
    parser = argparse.ArgumentParser(prog="bootstrap.step", description="Run one step of the set-up quietly.")
    parser.add_argument("--log", type=Path, required=True, help="where the command's output goes")
    parser.add_argument("title", help="what the step is for")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the command and its arguments")
    options = parser.parse_args(arguments)
    if not options.command:
        parser.error("a command is needed after the title")
    return run_step(options.title, options.command, options.log)


if __name__ == "__main__":
    sys.exit(main())
