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


def norm(gradients: Any, *parameters: Any, touched: bool = False) -> float | None:
    found: float | None = gradients.norm(parameters, touched=touched)
    return found


def step(gradients: Any, *parameters: Any) -> None:
    """What happens before one."""
    if not gradients.left:
        gradients.remember(parameters)


def test_before_a_step_and_without_gradients_there_is_none(gradients: Any) -> None:
    assert norm(gradients) is None
    step(gradients, weight())
    assert norm(gradients) is None
    assert not gradients.left


def test_it_is_that_of_all_gradients_though_they_are_gone(gradients: Any) -> None:
    one, other = weight(3.0), weight(4.0)
    step(gradients, one, weight(), other)
    one.grad = other.grad = None
    assert norm(gradients, one, other) == 5.0
    assert not gradients.left


def test_ones_that_the_program_keeps_at_a_report_are_its_own_to_keep_from_then_on(gradients: Any) -> None:
    import weakref

    mine = weight(3.0)
    step(gradients, mine)
    assert norm(gradients, mine) == 3.0
    mine.grad = weight(4.0).grad
    step(gradients, mine)
    assert norm(gradients, mine) == 4.0
    held = weakref.ref(mine.grad)
    mine.grad = None
    assert held() is None


def test_a_program_that_lets_go_of_them_later_misses_one_norm(gradients: Any) -> None:
    mine, norms = weight(), []
    for number in (1.0, 2.0, 3.0, 4.0):
        mine.grad = weight(number).grad
        step(gradients, mine)
        if number > 1.0:
            mine.grad = None
        norms.append(norm(gradients, mine))
    assert norms == [1.0, None, 3.0, 4.0]


def test_one_of_many_that_is_gone_is_missed_too(gradients: Any) -> None:
    one, other = weight(3.0), weight(4.0)
    step(gradients, one, other)
    assert norm(gradients, one, other) == 5.0
    other.grad = None
    assert norm(gradients, one, other) is None


def test_gradients_of_a_backward_pass_after_the_step_are_not_taken_for_its_own(gradients: Any) -> None:
    mine = weight(1.0)
    step(gradients, mine)
    assert norm(gradients, mine) == 1.0
    step(gradients, mine)
    mine.grad = weight(9.0).grad
    assert norm(gradients, mine, touched=True) is None
    step(gradients, mine)
    assert norm(gradients, mine) == 9.0


def test_ones_that_are_set_to_zero_in_place_miss_one_norm_and_are_taken_at_each_step_from_then_on(
    gradients: Any,
) -> None:
    mine, norms = weight(1.0), []
    step(gradients, mine)
    norms.append(norm(gradients, mine))
    for number in (2.0, 3.0, 4.0):
        mine.grad.fill_(number)
        step(gradients, mine)
        mine.grad.zero_()
        norms.append(norm(gradients, mine))
    assert norms == [1.0, None, None, 4.0]


def test_ones_that_are_zero_are_told_as_zero_but_for_once(gradients: Any) -> None:
    mine, norms = weight(0.0), []
    for _ in range(5):
        step(gradients, mine)
        norms.append(norm(gradients, mine))
    assert norms == [0.0, None, 0.0, 0.0, 0.0]


def test_ones_changed_in_place_are_normed_at_each_step_from_then_on(gradients: Any) -> None:
    mine, norms = weight(), []
    for number in (1.0, 2.0, 3.0):
        mine.grad = weight(number).grad
        step(gradients, mine)
        mine.grad.zero_()
        norms.append(norm(gradients, mine))
    assert norms == [None, 2.0, 3.0]


def test_too_many_are_not_kept_and_told_once_the_program_is_known_to_keep_them(gradients: Any) -> None:
    mine = weight(1.0, elements=1_000_001)
    step(gradients, mine)
    assert norm(gradients, mine) is None
    step(gradients, mine)
    assert norm(gradients, mine) == pytest.approx(1_000_001**0.5)
