"""The gradients of a rank's last optimizer step."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from .fingerprints import ELEMENTS_EACH_STEP, tensors_norm


class Gradients:
    """Their norm, when it is asked for.

    To take it at each step would cost more than everything else that is observed. Small gradients are kept instead, so
    that they are still there when the program has let go of them. Where they were changed in place meanwhile there is
    no norm, and from then on it is taken at each step.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[Tensor, int]] = []
        self._at_each_step = False
        self._norm: float | None = None

    def remember(self, parameters: Sequence[Tensor]) -> None:
        """Called right before a step of `parameters`."""
        gradients = [gradient for parameter in parameters if (gradient := parameter.grad) is not None]
        if self._at_each_step:
            self._norm = tensors_norm(gradients, ELEMENTS_EACH_STEP)
        elif sum(gradient.numel() for gradient in gradients) <= ELEMENTS_EACH_STEP:
            self._kept = [(gradient, gradient._version) for gradient in gradients]
        else:
            self._kept = []

    def norm(self) -> float | None:
        """At the last step; None before it, and for gradients that are odd or too much."""
        if self._at_each_step:
            return self._norm
        if any(gradient._version != version for gradient, version in self._kept):
            self._at_each_step = all(gradient.is_cpu for gradient, _ in self._kept)
            return None
        return tensors_norm([gradient for gradient, _ in self._kept], ELEMENTS_EACH_STEP)
