"""The losses that `backward` is called on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.ray


@pytest.fixture
def losses() -> Iterator[Any]:
    from allranks.recorder.losses import Losses

    seen = Losses()
    seen.install()
    yield seen
    seen.remove()


def backward(value: float) -> None:
    import torch

    (torch.ones(1, requires_grad=True) * value).sum().backward()


def test_their_mean_is_that_since_the_last_time(losses: Any) -> None:
    assert losses.take() == (0, None)
    backward(1.0)
    backward(4.0)
    assert losses.take() == (2, 2.5)
    backward(3.0)
    assert losses.take() == (1, 3.0)


def test_what_the_program_does_to_a_loss_later_does_not_count(losses: Any) -> None:
    import torch

    loss = (torch.ones(1, requires_grad=True) * 2.0).sum()
    loss.backward()
    loss.data.fill_(100.0)
    assert losses.take() == (1, 2.0)


def test_a_mean_that_is_no_finite_number_is_none(losses: Any) -> None:
    backward(float("inf"))
    assert losses.take() == (1, None)


def test_only_scalars_count(losses: Any) -> None:
    import torch

    (torch.ones(2, requires_grad=True) * 1.0).backward(torch.ones(2))
    assert losses.take() == (0, None)


def test_a_tensor_of_a_class_of_the_programs_own_counts_once(losses: Any) -> None:
    import torch

    class Mine(torch.Tensor):
        pass

    loss = (torch.ones(1, requires_grad=True) * 2.0).as_subclass(Mine)
    loss.backward()
    assert losses.take()[0] == 1


def test_a_backward_that_fails_raises_what_it_raised_and_is_not_counted(losses: Any) -> None:
    import torch

    with pytest.raises(RuntimeError, match="does not require grad"):
        torch.ones(1).backward()
    (torch.ones(1, requires_grad=True) * 1.0).backward()
    assert losses.take()[0] == 1
