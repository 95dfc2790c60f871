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


def test_ones_that_the_program_keeps_at_a_report_are_its_own_to_keep_from_then_on(gradients: Any) -> None:
    import weakref

    mine = weight(3.0)
    gradients.remember([mine])
    assert gradients.norm() == 3.0
    mine.grad = weight(4.0).grad
    gradients.remember([mine])
    assert gradients.norm() == 4.0
    held = weakref.ref(mine.grad)
    mine.grad = None
    assert held() is None


def test_a_program_that_lets_go_of_them_later_misses_one_norm(gradients: Any) -> None:
    mine, norms = weight(), []
    for number in (1.0, 2.0, 3.0, 4.0):
        mine.grad = weight(number).grad
        gradients.remember([mine])
        if number > 1.0:
            mine.grad = None
        norms.append(gradients.norm())
    assert norms == [1.0, None, 3.0, 4.0]


def test_a_gradient_that_took_the_place_of_the_steps_is_not_taken_for_it(gradients: Any) -> None:
    mine = weight(1.0)
    gradients.remember([mine])
    assert gradients.norm() == 1.0
    mine.grad = weight(2.0).grad
    gradients.remember([mine])
    mine.grad = None
    mine.grad = weight(9.0).grad
    assert gradients.norm() is None


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
