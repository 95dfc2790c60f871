"""What to do where a rank stops by itself: said by each stall that it leads to."""

from __future__ import annotations

AGREE = (
    "Let every rank make the same calls equally often. Where a rank may stop by itself (early stopping), let all ranks "
    "agree on it first, with an all-reduce of the wish to stop."
)
AGREE_SKETCH = """stop = torch.tensor(float(wants_to_stop))
dist.all_reduce(stop, op=dist.ReduceOp.MAX)
if stop.item():  # the same on every rank
    break
"""
