#!/usr/bin/env python3
"""What pre-commit starts, out of the checkout that it has made: nothing is installed, any Python of 3.11 will do."""

from __future__ import annotations

import sys


def main() -> int:
    """Lint what the command line names; the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 # it is the user's python3 that comes here
        print(f"trainlint needs Python 3.11 or newer, and this python3 is {sys.version.split()[0]}", file=sys.stderr)
        return 2
    from trainlint.terminal.command import main as lint  # an older Python could not read it

    return lint()


if __name__ == "__main__":
    sys.path[0] = __file__.rpartition("trainlint")[0]  # a script's own folder would hide modules of Python's
    sys.exit(main())
