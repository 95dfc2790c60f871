"""What the thread that trains is in, and for how long."""

from __future__ import annotations

import threading
import time

import pytest

from allranks.recorder.activity import MainThread
from clocks import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def main(clock: Clock) -> MainThread:
    return MainThread(clock)


def test_time_counts_to_the_innermost(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    clock.wait(1)
    report = main.enter("report")
    clock.wait(2)
    upload = main.enter("checkpoint")
    clock.wait(4)
    main.leave(upload)
    clock.wait(8)
    main.leave(report)
    clock.wait(16)
    main.leave(main.enter("data"))
    assert main.take_spent() == {"loop": 17, "report": 10, "checkpoint": 4, "data": 0}


def test_the_time_inside_a_report_is_the_next_ones(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    clock.wait(1)
    report = main.enter("report")
    clock.wait(2)
    assert main.take_spent() == {"loop": 1}
    clock.wait(3)
    main.leave(report)
    assert main.take_spent() == {"report": 5}


def test_what_was_before_the_loop_is_no_time_of_the_loops(main: MainThread, clock: Clock) -> None:
    setting_up = main.set_up()
    clock.wait(5)
    main.leave(setting_up)
    main.begin_loop()
    assert main.take_spent() == {}


def test_a_process_group_is_set_up_before_the_loop_and_is_a_call_like_others_in_it(main: MainThread) -> None:
    setting_up = main.set_up()
    assert main.look().activity == "process_group"
    main.leave(setting_up)
    assert main.look().activity == "starting"
    main.begin_loop()
    assert main.set_up() is None
    assert main.look().activity == "loop"


def test_a_moment_tells_how_long_it_is_so_and_how_long_nothing_happened(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    clock.wait(5)
    main.stepped()
    clock.wait(2)
    moment = main.look()
    assert (moment.activity, moment.seconds, moment.idle_seconds) == ("loop", 7, 2)
    assert main.steps == 1


def test_who_looks_twice_sees_whether_there_was_progress(main: MainThread) -> None:
    main.begin_loop()
    first = main.look().changes
    assert main.look().changes == first
    main.leave(main.enter("data"))
    assert main.look().changes != first


def test_collectives_are_counted_in_the_order_in_which_they_begin(main: MainThread) -> None:
    main.begin_loop()
    for number, name in enumerate(("barrier", "all_reduce"), 1):
        before = main.enter_collective(name)
        call = main.look().call
        assert call is not None
        assert (call.name, call.sequence, main.collectives) == (name, number, number)
        main.leave_collective(before)
    assert main.look().call is None


def test_a_call_between_two_ranks_has_the_number_that_the_next_collective_will_have(main: MainThread) -> None:
    main.begin_loop()
    main.leave_collective(main.enter_collective("barrier"))
    before = main.enter_collective("send", counted=False)
    call = main.look().call
    assert call is not None
    assert (call.sequence, main.collectives) == (2, 1)
    main.leave_collective(before)


def test_a_collective_within_another_is_that_ones_own_way(main: MainThread) -> None:
    main.begin_loop()
    outer = main.enter_collective("all_gather_object")
    inner = main.enter_collective("all_gather")
    main.leave_collective(inner)
    call = main.look().call
    assert call is not None
    assert (call.name, main.collectives) == ("all_gather_object", 1)
    main.leave_collective(outer)
    assert main.look().activity == "loop"


def test_calls_in_other_threads_do_not_count(main: MainThread) -> None:
    main.begin_loop()
    seen: list[object] = []

    def other() -> None:
        seen.append(main.enter("data"))
        seen.append(main.enter_collective("barrier"))
        main.leave(None)
        main.leave_collective(None)
        main.stepped()

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == [None, None]
    assert (main.look().activity, main.collectives, main.steps) == ("loop", 0, 0)


@pytest.mark.parametrize("over", ["returned", "raised"])
def test_a_loop_that_is_over_stays_so(main: MainThread, over: str) -> None:
    main.begin_loop()
    main.enter_collective("barrier")  # what it raised went through
    main.end_loop(over)
    main.leave(main.enter("data"))
    assert (main.look().activity, main.look().call) == (over, None)


def test_a_process_that_becomes_a_rank_begins_anew(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    main.took_batch()
    clock.wait(1000)
    main.restart()
    assert (main.look().activity, main.look().seconds, main.batches, main.in_loop) == ("starting", 0, 0, False)


def slices(main: MainThread) -> list[dict[str, float]]:
    return [
        {activity: round(seconds, 4) for activity, seconds in piece.seconds.items() if seconds}
        for piece in list(main.slices)
    ]


def step(main: MainThread, clock: Clock, **seconds: float) -> None:
    for activity, lasting in seconds.items():
        before = main.enter(activity)
        clock.wait(lasting)
        main.leave(before)


def test_what_lasts_long_has_a_slice_of_its_own(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    step(main, clock, data=0.001, backward=0.5, report=0.25)
    assert slices(main) == [{"data": 0.001}, {"backward": 0.5}, {"report": 0.25}]


def test_what_changes_fast_is_told_together(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    for _ in range(6):
        step(main, clock, forward=0.001, backward=0.001)
    assert slices(main) == [{"forward": 0.003, "backward": 0.002}, {"backward": 0.003, "forward": 0.002}]


def test_slices_follow_each_other_without_a_gap(main: MainThread, clock: Clock) -> None:
    began = clock.now
    main.begin_loop()
    for number in range(200):
        step(main, clock, data=0.0007 * (number % 9), forward=0.003, backward=0.004 * (number % 5))
        main.take_spent()
    main.end_loop("returned")
    for piece in list(main.slices):
        assert piece.began == pytest.approx(began, abs=1e-6)
        began += sum(piece.seconds.values())
    assert began == pytest.approx(clock.now)


def test_the_end_of_a_loop_ends_its_slice(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    step(main, clock, data=0.001)
    main.end_loop("raised")
    assert slices(main) == [{"data": 0.001}]


def test_a_slice_ends_though_what_was_spent_was_asked_for_in_it(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    step(main, clock, data=2**-8)
    assert main.take_spent() == {"loop": 0, "data": 2**-8}
    step(main, clock, data=2**-8)
    assert slices(main) == [{"data": 0.0078}]


def test_a_long_life_has_few_slices(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    counts = []
    for _ in range(2):
        for _ in range(20_000):
            step(main, clock, forward=0.001, backward=0.004)
        counts.append(len(main.slices))
    assert counts[0] < 3_800
    assert counts[1] - counts[0] < 800


def test_the_end_of_a_pass_may_have_been_a_wait(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    before = main.enter("backward")
    clock.wait(0.5)
    main.leave_waiting(before, 0.375)
    assert slices(main)[-2:] == [{"backward": 0.125}, {"collective": 0.375}]
    assert main.look().activity == "loop"
    assert main.take_spent() == {"loop": 0, "backward": 0.125, "collective": 0.375}


def test_a_pass_cannot_have_waited_for_longer_than_it_was(main: MainThread, clock: Clock) -> None:
    main.begin_loop()
    before = main.enter("backward")
    clock.wait(0.5)
    main.leave_waiting(before, 9.0)
    assert slices(main)[-1] == {"collective": 0.5}


def test_calls_that_have_returned_are_remembered_with_their_number_and_time() -> None:
    main = MainThread()
    main.begin_loop()
    before = time.time_ns()
    main.leave_collective(main.enter_collective("all_reduce"))
    main.leave_collective(main.enter_collective("send", counted=False))
    main.leave_collective(main.enter_collective("barrier"))
    first, second = main.made
    assert [(one.name, one.sequence) for one in main.made] == [("all_reduce", 1), ("barrier", 2)]
    assert before <= first.began <= first.ended <= second.began <= second.ended <= time.time_ns()
