"""`--seconds 600 --idle-limit 30` -> the limits of a run."""

from __future__ import annotations

import argparse

from ...protocol import BadInput, Limits

SECONDS = 3600.0
SOURCE_BYTES = 64 * 2**20
"""Of a file that lies here already, more than of one that somebody sends."""


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add a flag for each limit that is of use in a terminal."""
    usual = Limits()
    for flag, kind, default, words in (
        ("--seconds", float, SECONDS, "stop the program after this long"),
        (
            "--idle-limit",
            float,
            usual.idle_seconds,
            "stop it when nothing has gone on for so many seconds, for a reason that does not go away by itself",
        ),
        ("--pause", float, usual.pause_seconds, "say why nothing goes on after so many seconds without progress"),
        ("--cpus", int, usual.logical_cpus, "CPUs that the run's Ray has to give, whatever the machine has"),
    ):
        metavar = "NUMBER" if kind is int else "SECONDS"
        parser.add_argument(flag, type=kind, default=default, metavar=metavar, help=f"{words} ({default:g})")


def read_limits(arguments: argparse.Namespace) -> Limits:
    """The limits that the flags give. Raises `BadInput` that names the flag which cannot be used."""
    for name in ("seconds", "idle_limit", "pause", "cpus"):
        given = getattr(arguments, name)
        if not 0 < given < float("inf"):
            flag = f"--{name.replace('_', '-')}"
            raise BadInput(f"{flag} {given:g}", "a number above 0", f"leave {flag} out for what is usual")
    return Limits(
        run_seconds=arguments.seconds,
        idle_seconds=arguments.idle_limit,
        pause_seconds=arguments.pause,
        logical_cpus=arguments.cpus,
        source_bytes=SOURCE_BYTES,
    )
