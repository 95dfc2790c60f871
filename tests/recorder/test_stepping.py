"""The observer of steps, hooked into this process's torch and taken out again."""

from __future__ import annotations

import inspect
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from allranks.recorder.rank import Rank

pytestmark = pytest.mark.ray


class Told(Rank):
    """A rank that keeps what it says."""

    def __init__(self) -> None:
        super().__init__(attempt=1, rank=0)
        self.said: list[tuple[str, dict[str, Any]]] = []

    def emit(self, kind: str, **fields: Any) -> None:
        self.said.append((kind, fields))


@pytest.fixture
def rank() -> Told:
    return Told()


@pytest.fixture
def steps(rank: Told) -> Iterator[Any]:
    from allranks.recorder.stepping import Steps

    observer = Steps(rank)
    observer.install()
    yield observer
    observer.remove()


def told(rank: Told, steps: Any) -> dict[str, Any]:
    steps.report()
    kind, fields = rank.said[-1]
    assert kind == "steps_observed"
    return fields


def test_a_rank_that_trained_nothing_says_nothing(rank: Told, steps: Any) -> None:
    steps.report()
    assert rank.said == []


def test_steps_and_losses_are_those_since_the_last_report(rank: Told, steps: Any) -> None:
    import torch

    weight = torch.nn.Parameter(torch.tensor([2.0]))
    optimizer = torch.optim.SGD([weight], lr=0.5)
    for _ in range(2):
        optimizer.zero_grad()
        (weight * 3.0).sum().backward()
        optimizer.step()
    first = told(rank, steps)
    assert (first["steps"], first["losses"], first["local_loss"]) == (2, 2, (6.0 + 1.5) / 2)
    assert (first["gradients_norm"], first["parameters_norm"]) == (3.0, 1.0)
    second = told(rank, steps)
    assert (second["steps"], second["losses"], second["local_loss"]) == (0, 0, None)
    assert second["history_hash"] == first["history_hash"]


def test_a_backward_pass_after_the_last_step_is_not_taken_for_its_own(rank: Told, steps: Any) -> None:
    import torch

    from allranks.recorder.observers import passes

    real = torch.autograd.backward
    passes.see(torch.autograd, "backward", "backward", torch.compiler.is_compiling)
    try:
        weight = torch.nn.Parameter(torch.tensor([2.0]))
        optimizer = torch.optim.SGD([weight], lr=0.0)
        norms = []
        for later in (False, False, True):
            optimizer.zero_grad()
            (weight * 3.0).sum().backward()
            optimizer.step()
            if later:
                torch.autograd.backward([(weight * 4.0).sum()])
            norms.append(told(rank, steps)["gradients_norm"])
    finally:
        torch.autograd.backward = real
    assert norms == [3.0, 3.0, None]


def test_the_beginning_is_told_once_and_before_the_first_step(rank: Told, steps: Any) -> None:
    import torch

    weight = torch.nn.Parameter(torch.ones(3))
    optimizer = torch.optim.Adam([weight])
    before = weight.detach().clone()
    for _ in range(2):
        weight.grad = torch.ones(3)
        optimizer.step()
    from allranks.recorder.fingerprints import tensors_hash

    assert rank.said == [("training_began", {"parameters_hash": tensors_hash([before]), "optimizer_hash": ""})]


def test_an_optimizer_that_steps_another_counts_once(rank: Told, steps: Any) -> None:
    import torch

    weight = torch.nn.Parameter(torch.ones(1))
    inner = torch.optim.SGD([weight], lr=0.1)

    class Outer(torch.optim.SGD):
        def step(self, closure: Any = None) -> None:
            inner.step()

    outer = Outer([weight], lr=0.1)
    weight.grad = torch.ones(1)
    outer.step()
    assert told(rank, steps)["steps"] == 1


def test_a_step_that_failed_does_not_hide_the_next(rank: Told, steps: Any) -> None:
    import torch

    weight = torch.nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([weight], lr=0.1)

    def closure() -> Any:
        raise ValueError("no loss")

    with pytest.raises(ValueError, match="no loss"):
        optimizer.step(closure)
    weight.grad = torch.ones(1)
    optimizer.step()
    assert told(rank, steps)["steps"] == 1


def test_odd_tensors_are_left_out_and_never_raise(rank: Told, steps: Any) -> None:
    import torch

    embedding = torch.nn.Embedding(4, 2, sparse=True)
    odd = torch.optim.SparseAdam(list(embedding.parameters()))
    embedding(torch.tensor([1, 2])).sum().backward()
    odd.step()
    first = told(rank, steps)
    assert (first["steps"], first["gradients_norm"], first["losses"]) == (1, None, 1)
    assert first["parameters_hash"]
    torch.ones(2, requires_grad=True).backward(torch.ones(2))
    torch.ones((), dtype=torch.complex64, requires_grad=True).backward(torch.ones((), dtype=torch.complex64))
    (torch.ones(1, requires_grad=True) * float("nan")).backward()
    second = told(rank, steps)
    assert (second["losses"], second["local_loss"]) == (1, None)


def test_what_is_replaced_keeps_its_name_its_signature_and_its_way_through_pickle(steps: Any) -> None:
    import torch
    import torch.distributed as dist

    for function in (torch.Tensor.backward, dist.all_reduce):
        assert pickle.loads(pickle.dumps(function)) is function
        assert function.__doc__
    assert list(inspect.signature(torch.Tensor.backward).parameters)[:2] == ["self", "gradient"]
    assert next(iter(inspect.signature(dist.all_reduce).parameters)) == "tensor"
    assert "module" in inspect.signature(torch.nn.parallel.DistributedDataParallel).parameters


def test_all_of_it_can_be_taken_out_again(rank: Told) -> None:
    import torch
    import torch.distributed as dist
    from torch.optim import optimizer

    from allranks.recorder.stepping import Steps

    def present() -> list[Any]:
        init = torch.nn.parallel.DistributedDataParallel.__init__
        hooks = len(optimizer._global_optimizer_pre_hooks) + len(optimizer._global_optimizer_post_hooks)
        return [torch.Tensor.backward, dist.all_reduce, dist.distributed_c10d.all_reduce, init, hooks]

    before = present()
    observer = Steps(rank)
    observer.install()
    assert all(one is not other for one, other in zip(before, present(), strict=True))
    observer.remove()
    assert present() == before


def test_observing_warns_of_nothing_and_draws_nothing(rank: Told, steps: Any) -> None:
    import torch

    torch.manual_seed(0)
    state = torch.get_rng_state()
    weight = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.Adam([weight])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        weight.square().sum().backward()
        optimizer.step()
        steps.report()
    assert torch.equal(state, torch.get_rng_state())
