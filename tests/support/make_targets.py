"""The Makefile, as the tests of the house read it."""

from __future__ import annotations

import re
from pathlib import Path

MAKEFILE = (Path(__file__).parents[2] / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
