"""`python -m trainlint.pages FOLDER` writes the pages into FOLDER/rules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .writing import FOLDER, write_pages


def main(arguments: Sequence[str] | None = None) -> int:
    """Write them; the exit status."""
    parser = argparse.ArgumentParser(prog="trainlint.pages", description="Write a page for each check of the linter.")
    parser.add_argument("folder", type=Path, help=f"where the folder {FOLDER} is made, or brought up to date")
    folder = parser.parse_args(arguments).folder
    try:
        write_pages(folder)
    except OSError as error:
        print(f"trainlint.pages: cannot write {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    print(folder / FOLDER / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
