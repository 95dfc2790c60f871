# Written by write_stubs.py from the installed packages; not to be edited.
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, Literal

from . import data as data


