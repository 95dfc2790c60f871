"""The gradients of a rank's last optimizer step."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Sequence

from torch import Tensor

from .fingerprints import ELEMENTS_EACH_STEP, tensors_norm


class Gradients:
    """Their norm, when it is asked for.

    To take it at each step would cost more than everything else that is observed. Small gradients are kept instead, so
    that they are still there when the program has let go of them. A program that has not let go of them at a report
    keeps them itself, and from then on only the first and the last are pointed at, to know them again: kept ones would
    not leave their memory to the next step's, which then is in no cache. Where they were changed in place there is no
    norm, and from then on it is taken at each step.
    """

    def __init__(self) -> None:
        self._parameters: Sequence[Tensor] = []
        self._kept: list[_Kept] = []
        self._pointed_at = False
        self._at_each_step = False
        self._norm: float | None = None

    def remember(self, parameters: Sequence[Tensor]) -> None:
        """Called right before a step of `parameters`, a sequence that nobody changes."""
        if self._pointed_at:
            self._parameters = parameters
            first, last = _first(parameters), _first(reversed(parameters))
            self._kept = [_Kept(*each, weakref.ref) for each in (first, last) if each]
            return
        having = [(parameter, gradient) for parameter in parameters if (gradient := parameter.grad) is not None]
        gradients = [gradient for _, gradient in having]
        self._kept = []
        if self._at_each_step:
            self._norm = tensors_norm(gradients, ELEMENTS_EACH_STEP)
        elif sum(gradient.numel() for gradient in gradients) <= ELEMENTS_EACH_STEP:
            self._kept = [_Kept(parameter, gradient, _Held) for parameter, gradient in having]

    def norm(self) -> float | None:
        """At the last step; None before it, and for gradients that are odd or too much, and once where they are gone
        or changed that were still there before."""
        if self._at_each_step:
            return self._norm
        held = [(kept, gradient) for kept in self._kept if (gradient := kept.reference()) is not None]
        for _, gradient in held:
            # As torch.utils.weak does, whose own references take longer to make.
            gradient._fix_weakref()  # type: ignore[attr-defined]  # torch's stubs leave it out
        if any(gradient._version != kept.version for kept, gradient in held):
            self._at_each_step = all(gradient.is_cpu for _, gradient in held)
            return None
        only_pointed_at = self._pointed_at
        self._pointed_at = len(held) == len(self._kept) and all(
            kept.parameter.grad is gradient for kept, gradient in held
        )
        if not only_pointed_at:
            return tensors_norm([gradient for _, gradient in held], ELEMENTS_EACH_STEP)
        if not self._pointed_at:
            return None
        there = [parameter.grad for parameter in self._parameters]
        return tensors_norm([gradient for gradient in there if gradient is not None], ELEMENTS_EACH_STEP)


def _first(parameters: Iterable[Tensor]) -> tuple[Tensor, Tensor] | None:
    """The first parameter that has a gradient, and that."""
    return next(((each, gradient) for each in parameters if (gradient := each.grad) is not None), None)


class _Kept:
    """A parameter's gradient, and how often it had been changed."""

    __slots__ = ("parameter", "reference", "version")

    def __init__(
        self, parameter: Tensor, gradient: Tensor, keep: Callable[[Tensor], Callable[[], Tensor | None]]
    ) -> None:
        self.parameter, self.reference, self.version = parameter, keep(gradient), gradient._version


class _Held:
    """What a weak reference is, but strong."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor

    def __call__(self) -> Tensor:
        return self._tensor
