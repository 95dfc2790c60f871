"""`python -m trainlint PATH ...`: the linter in a terminal."""

from __future__ import annotations

import sys

from .terminal.command import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
