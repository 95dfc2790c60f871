# Written by write_stubs.py from the installed packages; not to be edited.
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, Literal


def barrier() -> None: ...
def broadcast_from_rank_zero(data: Any) -> Any: ...
