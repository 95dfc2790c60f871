"""The gradients of a rank's last optimizer step."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from .fingerprints import ELEMENTS_EACH_STEP, tensors_norm


class Gradients:
    """Their norm, when it is asked for.

    To take it at each step would cost more than everything else that is observed. Small gradients are kept instead, so
    that they are still there when the program has let go of them. A program that has not let go of them at a report
    keeps them itself, and from then on they are `left` to it: kept ones would not leave their memory to the next
    step's, which then is in no cache. Where they were changed in place there is no norm, and from then on it is taken
    at each step.
    """

    def __init__(self) -> None:
        self.left = False
        """Whether nothing is to be remembered before a step."""
        self._kept: list[tuple[Tensor, Tensor, int]] = []
        """Parameter, gradient, and how often that had been changed."""
        self._number = 0
        self._may_be_left = True
        self._at_each_step = False
        self._norm: float | None = None

    def remember(self, parameters: Sequence[Tensor]) -> None:
        """Called right before a step of `parameters`, unless they are left to the program."""
        having = [(parameter, gradient) for parameter in parameters if (gradient := parameter.grad) is not None]
        self._number, self._kept = len(having), []
        if self._at_each_step:
            self._norm = tensors_norm([gradient for _, gradient in having], ELEMENTS_EACH_STEP)
        elif sum(gradient.numel() for _, gradient in having) <= ELEMENTS_EACH_STEP:
            self._kept = [(parameter, gradient, gradient._version) for parameter, gradient in having]

    def norm(self, parameters: Sequence[Tensor], *, touched: bool) -> float | None:
        """At the last step, which was one of `parameters`. `touched` says whether there was a backward pass since.
        None before a step, for gradients that are odd or too much, and once where they are gone or changed that were
        still there before."""
        if self._at_each_step:
            return self._norm
        if self.left:
            return self._norm_of_left(parameters, touched)
        gradients = [gradient for _, gradient, _ in self._kept]
        if any(gradient._version != version for _, gradient, version in self._kept):
            self._at_each_step = all(gradient.is_cpu for gradient in gradients)
            return None
        there = all(parameter.grad is gradient for parameter, gradient, _ in self._kept)
        self.left = self._number > 0 and self._may_be_left and there and not touched
        if self.left:
            self._kept = []
        return tensors_norm(gradients, ELEMENTS_EACH_STEP)

    def _norm_of_left(self, parameters: Sequence[Tensor], touched: bool) -> float | None:
        gradients = [gradient for parameter in parameters if (gradient := parameter.grad) is not None]
        norm = None if touched or len(gradients) < self._number else tensors_norm(gradients)
        if norm == 0.0:
            # They were set to zero in place, which cannot be told from ones that are zero.
            self._may_be_left = False
            norm = None
        self.left = norm is not None
        return norm
