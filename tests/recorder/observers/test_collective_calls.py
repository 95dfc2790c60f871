"""Ray Train's own collectives; those of torch.distributed are in `test_collectives.py`."""

from __future__ import annotations

import pytest

from allranks.recorder import activity
from allranks.recorder.activity import MainThread
from allranks.recorder.observers.collective_calls import see


@pytest.fixture(autouse=True)
def main(monkeypatch: pytest.MonkeyPatch) -> MainThread:
    main = MainThread()
    monkeypatch.setattr(activity, "main", main)
    main.begin_loop()
    return main


def test_the_rank_is_in_it_under_the_name_of_the_public_function(main: MainThread) -> None:
    def broadcast(data: int, caller_method_name: str = "") -> tuple[int, str, int]:
        moment = main.look()
        assert moment.call is not None
        assert moment.activity == "collective"
        return data, moment.call.name, moment.call.sequence

    seen = see("ray.train.collective.broadcast_from_rank_zero", broadcast)
    assert seen(5) == (5, "ray.train.collective.broadcast_from_rank_zero", 1)
    assert seen(6, caller_method_name="ray.train.get_all") == (6, "ray.train.get_all", 2)
    assert main.look().activity == "loop"


def test_what_it_raises_goes_through(main: MainThread) -> None:
    def barrier() -> None:
        raise RuntimeError("the others are gone")

    with pytest.raises(RuntimeError, match="the others are gone"):
        see("ray.train.collective.barrier", barrier)()
    assert main.look().activity == "loop"
