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
        self._sum = 0.0
        self._elsewhere: dict[torch.device, Tensor] = {}
        """The sums on other devices than the CPU."""
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
        whole, self._sum = self._sum, 0.0
        elsewhere, self._elsewhere = self._elsewhere, {}
        mean = sum(map(float, elsewhere.values()), whole) / count if count else math.nan
        return count, mean if math.isfinite(mean) else None

    def _add(self, loss: Tensor) -> None:
        try:
            # Each question to a tensor costs a step, so most losses are asked two. Many elements are no item.
            if loss.is_cpu:
                value = loss.item()
                if isinstance(value, complex):
                    return
                self._sum += value
            elif loss.numel() != 1 or loss.is_complex() or loss.is_meta:
                return
            else:
                detached = loss.detach().double().reshape(())
                self._elsewhere[detached.device] = self._elsewhere.get(detached.device, 0.0) + detached
            self._count += 1
        except Exception:  # an odd tensor is no reason for the program to fail
            return

    @staticmethod
    def _put(backward: Callable[..., None]) -> None:
        owner: Any = Tensor
        owner.backward = backward
