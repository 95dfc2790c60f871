"""How much memory the ranks held, as their own samples tell it."""

from __future__ import annotations

from .observed import Observed

_SHOWN = 8


def memory_lines(observed: Observed) -> tuple[str, ...]:
    """For each rank of the last attempt a line of evidence: what its process held first, most and last."""
    held: dict[int, list[int]] = {}
    for sample in observed.samples:
        if sample.attempt == observed.attempt and sample.rss_bytes:
            held.setdefault(sample.rank, []).append(sample.rss_bytes)
    return tuple(
        f"rank {rank} held {_megabytes(sizes[0])} at first, {_megabytes(max(sizes))} at most and "
        f"{_megabytes(sizes[-1])} when it was last seen"
        for rank, sizes in sorted(held.items())[:_SHOWN]
    )


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MiB"
