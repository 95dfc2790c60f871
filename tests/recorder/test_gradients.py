"""The norm of the gradients at the last step."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.ray


@pytest.fixture
def gradients() -> Any:
    from allranks.recorder.gradients import Gradients

    return Gradients()


def weight(gradient: float | None = None, elements: int = 1) -> Any:
    import torch

    made = torch.nn.Parameter(torch.ones(elements))
    made.grad = None if gradient is None else torch.full((elements,), gradient)
    return made


def test_before_a_step_and_without_gradients_there_is_none(gradients: Any) -> None:
    assert gradients.norm() is None
    gradients.remember([weight()])
    assert gradients.norm() is None


def test_it_is_that_of_all_gradients_though_they_are_gone(gradients: Any) -> None:
    one, other = weight(3.0), weight(4.0)
    gradients.remember([one, weight(), other])
    one.grad = other.grad = None
    assert gradients.norm() == 5.0


def test_ones_changed_in_place_are_normed_at_each_step_from_then_on(gradients: Any) -> None:
    mine, norms = weight(), []
    for number in (1.0, 2.0, 3.0):
        mine.grad = weight(number).grad
        gradients.remember([mine])
        mine.grad.zero_()
        norms.append(gradients.norm())
    assert norms == [None, 2.0, 3.0]


def test_too_many_are_not_kept(gradients: Any) -> None:
    gradients.remember([weight(1.0)])
    gradients.remember([weight(1.0, elements=1_000_001)])
    assert gradients.norm() is None
