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

ROUNDS = (
    "Let every rank make the same number of rounds: give each the same share, or agree on the smallest number first "
    "and leave the rest."
)
ROUNDS_SKETCH = """rounds = torch.tensor(len(mine))
dist.all_reduce(rounds, op=dist.ReduceOp.MIN)
for item in mine[: int(rounds)]:  # as many on every rank
    ...
"""
