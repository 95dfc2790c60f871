"""Hashes and norms that tell ranks apart. Needs torch, so it is marked as Ray's tests are."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from torch import Tensor

pytestmark = pytest.mark.ray


@pytest.fixture
def fingerprints() -> Any:
    from allranks.recorder import fingerprints

    return fingerprints


def weights() -> list[Tensor]:
    import torch

    generator = torch.Generator().manual_seed(0)
    return [torch.nn.Parameter(torch.randn(shape, generator=generator)) for shape in ((5, 3), (3,), ())]


def nudged(parameters: list[Tensor], number: int) -> None:
    """The smallest change that single precision knows, in one place."""
    import torch

    flat = parameters[number].data.view(-1)
    flat[0] = torch.nextafter(flat[0], torch.tensor(math.inf))


def moved(parameters: list[Tensor], others: list[Tensor]) -> None:
    for parameter, other in zip(parameters, others, strict=True):
        parameter.data = other.data


def test_equal_bits_have_equal_hashes(fingerprints: Any) -> None:
    told = fingerprints.tensors_hash(weights())
    assert told == fingerprints.tensors_hash(weights())
    assert len(told) == 16
    assert int(told, 16) > 0


@pytest.mark.parametrize("number", [0, 1, 2])
def test_one_bit_more_anywhere_is_another_hash_and_another_history(fingerprints: Any, number: int) -> None:
    ours, theirs = weights(), weights()
    nudged(theirs, number)
    assert fingerprints.tensors_hash(ours) != fingerprints.tensors_hash(theirs)
    assert history(fingerprints, ours) != history(fingerprints, theirs)


def history(fingerprints: Any, *steps: list[Tensor]) -> str:
    told = fingerprints.History()
    for parameters in steps:
        told.add(parameters)
    text: str = told.text
    return text


def test_ranks_that_part_and_meet_again_have_other_histories(fingerprints: Any) -> None:
    ours, theirs = fingerprints.History(), fingerprints.History()
    one, other = weights(), weights()
    nudged(other, 0)
    ours.add(one)
    theirs.add(other)
    one[0].data.fill_(1.0)
    other[0].data.fill_(1.0)
    ours.add(one)
    theirs.add(other)
    assert fingerprints.tensors_hash(one) == fingerprints.tensors_hash(other)
    assert ours.text != theirs.text


@pytest.mark.parametrize("number", range(3))
def test_of_many_bytes_a_part_is_read_each_step_and_all_of_them_in_turn(fingerprints: Any, number: int) -> None:
    ours, theirs = (fingerprints.History(most_bytes=24) for _ in range(2))
    one, other = weights(), weights()
    nudged(other, number)
    parted = []
    for _ in range(6):  # of 60, 12 and 4 bytes: in pieces of at most 24, and what is no whole word of each for itself
        ours.add(one)
        theirs.add(other)
        parted.append(ours.text != theirs.text)
    assert not parted[0] or number == 0
    assert parted == sorted(parted)
    assert parted[-1]


def test_of_a_long_run_ever_fewer_steps_are_read_whatever_the_ranks_do_at_each_fourth(fingerprints: Any) -> None:
    told = fingerprints.History()
    due = [number for number in range(1, 33_001) if told.due()]
    assert due[:200] == list(range(1, 201))
    for first, last, share in ((200, 1_000, 4), (1_000, 33_000, 16)):
        later = [number for number in due if first < number <= last]
        assert len(later) == pytest.approx((last - first) / share, rel=0.01)
        assert max(after - before for before, after in itertools.pairwise(later)) <= 2 * share
        for period in (2, 3, 4, 5, 8, 10):
            places = [sum(number % period == place for number in later) for place in range(period)]
            assert min(places) > 0.7 * len(later) / period


def test_a_small_model_is_read_whole_at_each_step(fingerprints: Any) -> None:
    import torch

    ones = [torch.ones(60, 60) for _ in range(4)]
    told = fingerprints.History()
    told.add(ones)
    assert len(told._parts) == 1
    told.add([*ones, torch.ones(6_000)])
    assert len(told._parts) == 2


def test_a_step_changed_in_place_is_seen_and_so_are_ones_that_were_put_in_their_place(fingerprints: Any) -> None:
    parameters = weights()
    told = fingerprints.History()
    seen = []
    for change in (
        lambda: None,
        lambda: nudged(parameters, 0),
        lambda: moved(parameters, weights()),
    ):
        change()
        told.add(parameters)
        seen.append(told.text)
    parameters = weights()
    again = fingerprints.History()
    again.add(parameters)
    nudged(parameters, 0)
    again.add(parameters)
    again.add(weights())
    assert [len(seen), seen[-1]] == [3, again.text]
    assert len(set(seen)) == 3


def test_one_alone_that_was_put_in_anothers_place_is_seen_within_a_turn(fingerprints: Any) -> None:
    texts = []
    for value in (1.0, 2.0):
        parameters = weights()
        told = fingerprints.History()
        told.add(parameters)
        parameters[1].data = parameters[1].data.new_full((3,), value)
        for _ in parameters:
            told.add(parameters)
        texts.append(told.text)
    assert texts[0] != texts[1]


def test_a_tensor_that_is_not_contiguous_is_read_anew_each_step(fingerprints: Any) -> None:
    import torch

    base = torch.zeros(4, 6)
    told = fingerprints.History()
    told.add([base.t()])
    before = told.text
    base[1, 1] = 1.0
    told.add([base.t()])
    unchanged = history(fingerprints, [torch.zeros(4, 6).t()], [torch.zeros(4, 6).t()])
    assert (told.text != before, told.text != unchanged) == (True, True)


def test_the_dtype_and_the_shape_count(fingerprints: Any) -> None:
    import torch

    zeros = [
        torch.zeros(4),
        torch.zeros(2, 2),
        torch.zeros(2, dtype=torch.float64),
        torch.zeros(8, dtype=torch.bfloat16),
    ]
    assert len({fingerprints.tensors_hash([tensor]) for tensor in zeros}) == 4


@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")
def test_what_is_odd_or_too_much_has_no_hash_and_no_norm(fingerprints: Any) -> None:
    import torch

    odd = [
        torch.eye(3).to_sparse(),
        torch.empty(3, device="meta"),
        torch.quantize_per_tensor(torch.ones(3), 0.1, 0, torch.qint8),
    ]
    flat = torch.nn.Parameter(torch.ones(3))
    flat._is_flat_param = True  # type: ignore[attr-defined]
    for tensors in ([], *([torch.ones(2), tensor] for tensor in (*odd, flat))):
        assert fingerprints.tensors_hash(tensors) == ""
        assert fingerprints.tensors_norm(tensors) is None
        assert history(fingerprints, tensors) == ""
    assert fingerprints.tensors_hash([torch.ones(9)], most=8) == ""
    assert fingerprints.tensors_norm([torch.ones(9)], most=8) is None


def test_a_history_with_a_gap_stays_empty(fingerprints: Any) -> None:
    import torch

    assert history(fingerprints, weights(), [torch.empty(3, device="meta")], weights()) == ""


def test_complex_half_and_empty_tensors_are_hashed(fingerprints: Any) -> None:
    import torch

    for dtype in (torch.complex64, torch.float16, torch.bool):
        assert fingerprints.tensors_hash([torch.ones(3, dtype=dtype), torch.ones(0)])
        assert history(fingerprints, [torch.ones(3, dtype=dtype)])


def test_the_norm_is_that_of_all_together(fingerprints: Any) -> None:
    import torch

    assert fingerprints.tensors_norm([torch.tensor([3.0]), torch.tensor([[0.0, 4.0]])]) == 5.0
    assert fingerprints.tensors_norm([torch.tensor([math.nan])]) is None
    assert fingerprints.tensors_norm([torch.tensor([1e30, 1e30])]) == pytest.approx(2**0.5 * 1e30)


def test_an_optimizers_state_survives_a_checkpoint_and_its_settings_do_not_count(fingerprints: Any) -> None:
    import torch

    def stepped(lr: float, steps: int) -> Any:
        parameters = weights()
        optimizer = torch.optim.Adam(parameters, lr=lr)
        for _ in range(steps):
            for parameter in parameters:
                parameter.grad = torch.ones_like(parameter)
            optimizer.step()
        return optimizer

    assert fingerprints.state_hash(stepped(0.1, 0)) == ""
    told = fingerprints.state_hash(stepped(0.1, 2))
    assert told == fingerprints.state_hash(stepped(0.5, 2)) != fingerprints.state_hash(stepped(0.1, 3))
    restored = stepped(0.7, 0)
    restored.load_state_dict(stepped(0.1, 2).state_dict())
    assert fingerprints.state_hash(restored) == told


def test_an_optimizer_without_state_has_no_hash(fingerprints: Any) -> None:
    import torch

    parameters = weights()
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    parameters[0].grad = torch.ones_like(parameters[0])
    optimizer.step()
    assert fingerprints.state_hash(optimizer) == ""
