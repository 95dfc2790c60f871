"""Passes, of a class made here."""

from __future__ import annotations

import pytest

from allranks.recorder import activity
from allranks.recorder.activity import MainThread
from allranks.recorder.observers import passes
from allranks.recorder.observers.passes import see
from allranks.recorder.raising import Raising
from clocks import Clock


@pytest.fixture(autouse=True)
def main(monkeypatch: pytest.MonkeyPatch) -> MainThread:
    main = MainThread()
    monkeypatch.setattr(activity, "main", main)
    main.begin_loop()
    return main


@pytest.fixture
def raising(monkeypatch: pytest.MonkeyPatch) -> Raising:
    fresh = Raising()
    monkeypatch.setattr(passes, "raising", fresh)
    return fresh


def seen_in(main: MainThread, *, compiling: bool = False) -> list[str]:
    class Model:
        def forward(self, depth: int) -> list[str]:
            return [main.look().activity, *(self.forward(depth - 1) if depth else [])]

    see(Model, "forward", "forward", lambda: compiling)
    return Model().forward(2)


def test_the_rank_is_in_the_pass_until_the_outermost_call_ends(main: MainThread) -> None:
    before = main.changes
    assert seen_in(main) == ["forward"] * 3
    assert main.look().activity == "loop"
    assert main.changes - before == 2


def test_what_torch_traces_is_the_original(main: MainThread) -> None:
    assert seen_in(main, compiling=True) == ["loop"] * 3


def test_what_it_raises_goes_through_and_is_noted(main: MainThread, raising: Raising) -> None:
    class Model:
        def forward(self) -> None:
            raise ValueError("no shape")

    see(Model, "forward", "forward", lambda: False)
    with pytest.raises(ValueError, match="no shape"):
        Model().forward()
    assert main.look().activity == "loop"
    noted = raising.described()
    assert noted is not None
    assert (noted["count"], noted["activity"], noted["error_type"]) == (1, "forward", "ValueError")


def test_nested_passes_raise_once_and_what_is_saved_is_none(main: MainThread, raising: Raising) -> None:
    class Model:
        def forward(self, depth: int) -> None:
            if not depth:
                raise ValueError("no shape")
            self.forward(depth - 1)

        def save(self) -> None:
            raise OSError("no room")

    see(Model, "forward", "forward", lambda: False)
    see(Model, "save", "serialise", lambda: False)
    for call in (lambda: Model().forward(3), Model().save, lambda: Model().forward(0)):
        with pytest.raises((ValueError, OSError)):
            call()
    noted = raising.described()
    assert noted is not None
    assert noted["count"] == 2


@pytest.mark.parametrize(("seconds", "activities"), [(0.5, ["backward", "collective"]), (0.01, ["backward"])])
def test_the_end_of_a_long_backward_is_a_wait_for_the_other_ranks(
    monkeypatch: pytest.MonkeyPatch, seconds: float, activities: list[str]
) -> None:
    clock = Clock()
    main = MainThread(clock)
    monkeypatch.setattr(activity, "main", main)
    main.begin_loop()

    class Autograd:
        def backward(self) -> None:
            clock.wait(seconds)

    see(Autograd, "backward", "backward", lambda: False, lambda: 0.25)
    Autograd().backward()
    assert [name for name, spent in main.take_spent().items() if spent] == activities
