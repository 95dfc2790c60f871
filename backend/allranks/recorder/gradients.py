"""The gradients of a rank's last optimizer step."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence

from torch import Tensor

from .fingerprints import ELEMENTS_EACH_STEP, tensors_norm


class Gradients:
    """Their norm, when it is asked for.

    To take it at each step would cost more than everything else that is observed. Small gradients are kept instead, so
    that they are still there when the program has let go of them. A program that has not let go of them at a report
    keeps them itself, and from then on they are only pointed at: kept ones would not leave their memory to the next
    step's, which then is in no cache. Where they were changed in place there is no norm, and from then on it is taken
    at each step.
    """

    def __init__(self) -> None:
        self._parameters: list[Tensor] = []
        self._kept: list[tuple[Callable[[], Tensor | None], int]] = []
        self._pointed_at = False
        self._at_each_step = False
        self._norm: float | None = None

    def remember(self, parameters: Sequence[Tensor]) -> None:
        """Called right before a step of `parameters`."""
        having = [(parameter, gradient) for parameter in parameters if (gradient := parameter.grad) is not None]
        gradients = [gradient for _, gradient in having]
        self._parameters, self._kept = [], []
        if self._at_each_step:
            self._norm = tensors_norm(gradients, ELEMENTS_EACH_STEP)
        elif sum(gradient.numel() for gradient in gradients) <= ELEMENTS_EACH_STEP:
            keep = weakref.ref if self._pointed_at else _Held
            self._parameters = [parameter for parameter, _ in having]
            self._kept = [(keep(gradient), gradient._version) for gradient in gradients]

    def norm(self) -> float | None:
        """At the last step; None before it, and for gradients that are odd or too much, and once where they are gone
        or changed that were still there before."""
        if self._at_each_step:
            return self._norm
        kept = [(held, version) for reference, version in self._kept if (held := reference()) is not None]
        for gradient, _ in kept:
            # As torch.utils.weak does, whose own references take longer to make.
            gradient._fix_weakref()  # type: ignore[attr-defined]  # torch's stubs leave it out
        if len(kept) < len(self._kept):
            self._pointed_at = False
            return None
        if any(gradient._version != version for gradient, version in kept):
            self._at_each_step = all(gradient.is_cpu for gradient, _ in kept)
            return None
        self._pointed_at = all(
            parameter.grad is gradient for parameter, (gradient, _) in zip(self._parameters, kept, strict=True)
        )
        return tensors_norm([gradient for gradient, _ in kept], ELEMENTS_EACH_STEP)


class _Held:
    """What a weak reference is, but strong."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor

    def __call__(self) -> Tensor:
        return self._tensor
