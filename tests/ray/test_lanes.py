"""What the lanes of real ranks show: who works, and who waits for it in the all-reduce."""

from __future__ import annotations

import itertools

import pytest

from allranks.protocol import ActivitiesTimed, EventsDropped, MetricsReported
from real_runs import Run, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

STRAGGLER = """
import time
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model

def loop(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(10, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(6):
        if rank == 1:
            time.sleep(0.4)
        loss = model(torch.ones(8, 10)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        train.report({"loss": loss.item()})

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""


@pytest.fixture(scope="module")
def straggler() -> Run:
    return run_once(execute(STRAGGLER))


def pieces(run: Run, rank: int) -> list[ActivitiesTimed]:
    return [piece for piece in run.of(ActivitiesTimed) if piece.rank == rank]


def spent(run: Run, rank: int, activity: str) -> float:
    return sum(
        seconds
        for piece in pieces(run, rank)
        for slice_ in piece.slices
        for name, seconds in slice_.items()
        if name == activity
    )


def test_the_lane_of_the_other_rank_shows_it_waiting_in_the_all_reduce(straggler: Run) -> None:
    longest = max(slice_.get("collective", 0.0) for piece in pieces(straggler, 0) for slice_ in piece.slices)
    assert 0.25 < longest < 2
    assert spent(straggler, 0, "collective") > 6 * 0.25
    assert spent(straggler, 1, "collective") < 0.5 * spent(straggler, 0, "collective")
    assert spent(straggler, 1, "loop") > 6 * 0.4
    assert spent(straggler, 0, "loop") < 1


@pytest.mark.parametrize("rank", [0, 1])
def test_a_lane_has_no_gap_and_lies_in_the_time_of_the_run(straggler: Run, rank: int) -> None:
    mine = pieces(straggler, rank)
    for piece, following in itertools.pairwise(mine):
        ended = piece.began + sum(sum(slice_.values()) for slice_ in piece.slices)
        assert following.began == pytest.approx(ended, abs=0.005)
    reported = [event.reported_at for event in straggler.of(MetricsReported) if event.rank == rank]
    assert mine[0].began < reported[0]
    assert mine[-1].began + sum(sum(slice_.values()) for slice_ in mine[-1].slices) >= reported[-1]


def test_a_lane_is_told_in_few_events(straggler: Run) -> None:
    assert straggler.of(EventsDropped) == []
    assert len(pieces(straggler, 0)) < 25
    assert all(slice_ for piece in straggler.of(ActivitiesTimed) for slice_ in piece.slices)
