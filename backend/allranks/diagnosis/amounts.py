"""Amounts of Ray's resources in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

_COUNTED = ("CPU", "GPU", "TPU")
_BYTES = ("memory", "object_store_memory")


def amount(name: str, number: float) -> str:
    """`1 CPU`, `40 CPUs`, `1.5 GB of memory`, `2 of "licence"`."""
    if name in _COUNTED:
        return f"{number:g} {name}" if number == 1 else f"{number:g} {name}s"
    if name in _BYTES:
        return f"{_bytes(number)} of {name.replace('_', ' ')}"
    return f'{number:g} of "{name}"'


def amounts(resources: Mapping[str, float]) -> str:
    """`1 CPU and 2 GPUs`; `no resource` where there is none."""
    told = [amount(name, number) for name, number in resources.items() if number > 0]
    if len(told) < 2:
        return told[0] if told else "no resource"
    return f"{', '.join(told[:-1])} and {told[-1]}"


def _bytes(number: float) -> str:
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:g} bytes"
