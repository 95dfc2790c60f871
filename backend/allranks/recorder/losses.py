"""The losses that a rank calls `backward` on, summed where they are, so that a GPU is not waited for at each step."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor


class Losses:
    """The scalars of this process since `take` was last called."""

    def __init__(self) -> None:
        self._real: Callable[..., None] = Tensor.backward
        self._count = 0
        self._sums: dict[torch.device, Tensor | float] = {}
        self._within = False

    def install(self) -> None:
        """See each `loss.backward()` from now on."""
        real = self._real

        @functools.wraps(real)
        def backward(loss: Tensor, *arguments: Any, **keywords: Any) -> None:
            # A tensor of a class of the program's own calls this again from within.
            outermost, self._within = not self._within, True
            try:
                real(loss, *arguments, **keywords)
            finally:
                self._within = not outermost
            if outermost:
                self._add(loss)

        self._put(backward)

    def remove(self) -> None:
        """See nothing more."""
        self._put(self._real)

    def take(self) -> tuple[int, float | None]:
        """How many there were, and their mean: None without any, and where it is no finite number."""
        count, self._count = self._count, 0
        sums, self._sums = self._sums, {}
        mean = sum(map(float, sums.values())) / count if count else math.nan
        return count, mean if math.isfinite(mean) else None

    def _add(self, loss: Tensor) -> None:
        try:
            if loss.numel() != 1 or loss.is_complex() or loss.is_meta:
                return
            value = loss.detach()
            held = self._sums.get(value.device, 0.0)
            self._sums[value.device] = held + (value.item() if value.is_cpu else value.double().reshape(()))
            self._count += 1
        except Exception:  # an odd tensor is no reason for the program to fail
            return

    @staticmethod
    def _put(backward: Callable[..., None]) -> None:
        owner: Any = Tensor
        owner.backward = backward
