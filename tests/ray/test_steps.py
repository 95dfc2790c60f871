"""What the observer of steps sees of two ranks in step, and of two that part."""

from __future__ import annotations

import json

import pytest

from allranks.protocol import EventsDropped, MetricsReported, StepsObserved, TrainingBegan
from real_runs import Run, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

REPORTS, STEPS = 3, 4
TOLD_AT_ANY_TIME = ("log_written", "rank_sampled", "activities_timed")
"""By threads of their own, or once in a while."""
PARAMETERS = 5 * 3 + 3 + 3 * 1 + 1
PROGRAM = """
import json
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model
from torch.distributed import all_reduce

def loop(config):
    rank = train.get_context().get_world_rank()
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(5, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
    if PREPARED:
        model = prepare_model(model)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    generator = torch.Generator().manual_seed(rank)
    state = torch.get_rng_state()
    told = []
    for _ in range(REPORTS):
        losses = []
        for _ in range(STEPS):
            loss = model(torch.randn(8, 5, generator=generator)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1e9)
            optimizer.step()
            losses.append(loss.item())
        optimizer.zero_grad()
        dist.all_reduce(torch.ones(10))
        all_reduce(torch.ones(3, dtype=torch.float64), async_op=True).wait()
        told.append({"loss": sum(losses) / STEPS, "norm": norm.item()})
        train.report({"loss": sum(losses) / STEPS})
    assert torch.equal(state, torch.get_rng_state()), "the observer drew random numbers"
    print("TOLD" + json.dumps(told))

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""


def program(*, prepared: bool) -> str:
    names = {"PREPARED": str(prepared), "REPORTS": str(REPORTS), "STEPS": str(STEPS)}
    text = PROGRAM
    for name, value in names.items():
        text = text.replace(name, value)
    return text


@pytest.fixture(scope="module")
def together() -> Run:
    return run_once(execute(program(prepared=True)))


@pytest.fixture(scope="module")
def apart() -> Run:
    return run_once(execute(program(prepared=False)))


def of_rank(run: Run, rank: int) -> list[StepsObserved]:
    return [event for event in run.of(StepsObserved) if event.rank == rank]


def told(run: Run, rank: int) -> list[dict[str, float]]:
    """What the loop itself says of each of its reports."""
    answer: list[dict[str, float]] = json.loads(run.text(rank=rank).partition("TOLD")[2])
    return answer


def test_both_programs_run_to_their_end_and_nothing_of_them_is_missed(together: Run, apart: Run) -> None:
    for run in (together, apart):
        assert run.finished.end == "completed", run.text() + run.text("ray")
        assert run.of(EventsDropped) == []


def test_each_report_is_preceded_by_what_the_rank_had_come_to(together: Run) -> None:
    for rank in (0, 1):
        mine = [event for event in together.events if getattr(event, "rank", None) == rank]
        kinds = [event.kind for event in mine if event.kind not in TOLD_AT_ANY_TIME]
        before_each_report = ["steps_observed", "time_spent", "metrics_reported"]
        assert kinds == ["model_prepared", "training_began", *before_each_report * REPORTS]
        assert [event.index for event in of_rank(together, rank)] == list(range(REPORTS))
        assert [event.steps for event in of_rank(together, rank)] == [STEPS] * REPORTS


def test_ranks_in_step_have_the_same_weights_and_history(together: Run) -> None:
    first, second = of_rank(together, 0), of_rank(together, 1)
    for one, other in zip(first, second, strict=True):
        assert one.parameters_hash == other.parameters_hash != ""
        assert one.history_hash == other.history_hash != ""
        assert one.optimizer_hash == other.optimizer_hash != ""
        assert one.parameters_norm == other.parameters_norm > 0
    assert len({event.parameters_hash for event in first}) == len({event.history_hash for event in first}) == REPORTS


def test_ranks_that_part_are_told_apart(apart: Run) -> None:
    for one, other in zip(of_rank(apart, 0), of_rank(apart, 1), strict=True):
        assert one.parameters_hash != other.parameters_hash
        assert one.history_hash != other.history_hash
        assert one.optimizer_hash != other.optimizer_hash


def test_both_begin_from_the_same_weights_without_optimizer_state(together: Run, apart: Run) -> None:
    began = [*together.of(TrainingBegan), *apart.of(TrainingBegan)]
    assert len(began) == 4
    assert len({event.parameters_hash for event in began}) == 1
    assert {event.optimizer_hash for event in began} == {""}


def test_the_local_losses_are_those_of_the_loop(together: Run, apart: Run) -> None:
    for run in (together, apart):
        for rank in (0, 1):
            for event, said in zip(of_rank(run, rank), told(run, rank), strict=True):
                assert event.losses == STEPS
                assert event.local_loss == pytest.approx(said["loss"], rel=1e-6)
        reported = [event.metrics["loss"] for event in run.of(MetricsReported) if event.index == 0]
        assert len(set(reported)) == 2, "the ranks must differ, or this shows nothing"


def test_the_gradients_norm_is_that_of_the_last_step_though_they_are_gone(together: Run, apart: Run) -> None:
    for run in (together, apart):
        for rank in (0, 1):
            for event, said in zip(of_rank(run, rank), told(run, rank), strict=True):
                assert event.gradients_norm == pytest.approx(said["norm"], rel=1e-4)


def test_the_bytes_are_those_of_the_buckets_and_of_the_calls(together: Run, apart: Run) -> None:
    called = 10 * 4 + 3 * 8
    for rank in (0, 1):
        for event in of_rank(together, rank):
            assert event.all_reduce_bytes == STEPS * PARAMETERS * 4 + called
            assert event.all_reduces == STEPS + 2
            assert 0 < event.all_reduce_milliseconds < 10_000
        for event in of_rank(apart, rank):
            assert (event.all_reduces, event.all_reduce_bytes) == (2, called)
